/** Loaded into Electron before an app (`electron -r`): writes when its window was there, and what that took, and ends it. */
const { app } = require('electron');
const { writeFileSync } = require('node:fs');

/** In ms since the process was created. */
const now = () => Date.now() - (process.getCreationTime() ?? Date.now());
const told = { ready: 0, shown: 0, usable: 0, megabytes: 0, marks: {} };

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
    const parts = app.getAppMetrics().map(({ memory }) => memory.workingSetSize);
    told.megabytes = parts.reduce((sum, part) => sum + part, 0) / 1024;
    const began = process.getCreationTime() ?? 0;
    for (const { name, startTime } of performance.getEntriesByType('mark'))
      told.marks[name] = performance.timeOrigin + startTime - began;
    writeFileSync(process.env.GAUGE_TELLS ?? '', JSON.stringify(told));
    app.exit(0);
  });
});

/** For the page: a promise of its element `selector`. */
function untilThere(selector) {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  return `new Promise((resolve) => {
    const look = () => (${found} ? resolve(true) : requestAnimationFrame(look));
    look();
  })`;
}
