/** Loaded into Electron before an app (`electron -r`): writes when its window was there, and what that took, and ends it. */
const { app } = require('electron');
const { writeFileSync } = require('node:fs');

/** In ms since the process was created. */
const now = () => Date.now() - (process.getCreationTime() ?? Date.now());
const told = { ready: 0, shown: 0, contentful: 0, usable: 0, megabytes: 0, processes: {}, marks: {} };

app.once('ready', () => {
  told.ready = now();
});
app.once('browser-window-created', (_, window) => {
  // Not `once('ready-to-show')` alone: the page may be usable at the same moment, and both are waited for.
  const shown = new Promise((resolve) => {
    window.once('ready-to-show', () => {
      told.shown = now();
      resolve();
    });
  });
  void shown.then(async () => {
    await window.webContents.executeJavaScript(untilThere(process.env.GAUGE_WAITS_FOR ?? 'body'));
    told.usable = now();
    for (const { type, name, memory } of app.getAppMetrics()) {
      const megabytes = memory.workingSetSize / 1024;
      told.processes[name ?? type] = megabytes;
      told.megabytes += megabytes;
    }
    const began = process.getCreationTime() ?? 0;
    told.contentful = (await window.webContents.executeJavaScript(contentfulPaint)) - began;
    for (const { name, startTime } of performance.getEntriesByType('mark'))
      told.marks[name] = performance.timeOrigin + startTime - began;
    writeFileSync(process.env.GAUGE_TELLS ?? '', JSON.stringify(told));
    app.exit(0);
  });
});

/** For the page: a promise of the time of its first text, frame or picture, in ms since 1970. */
const contentfulPaint = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(performance.timeOrigin + startTime);
  });
  observer.observe({ type: 'paint', buffered: true });
})`;

/** For the page: a promise of its element `selector`. */
function untilThere(selector) {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  return `new Promise((resolve) => {
    const look = () => (${found} ? resolve(true) : requestAnimationFrame(look));
    look();
  })`;
}
