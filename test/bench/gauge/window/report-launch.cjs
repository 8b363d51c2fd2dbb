/** Preloaded into Electron (`electron -r`): reports the times and memory of a launch, and ends the app. */
const { app } = require('electron');
const { writeFileSync } = require('node:fs');

/** Returns ms since the process was created. */
const now = () => Date.now() - (process.getCreationTime() ?? Date.now());
const report = { ready: 0, contentful: 0, usable: 0, megabytes: 0 };

app.once('ready', () => {
  report.ready = now();
});
app.once('browser-window-created', (_, window) => {
  window.once('ready-to-show', async () => {
    await window.webContents.executeJavaScript(awaitElement(process.env.GAUGE_WAITS_FOR ?? 'body'));
    report.usable = now();
    for (const { memory } of app.getAppMetrics()) report.megabytes += memory.workingSetSize / 1024;
    const paintTime = await window.webContents.executeJavaScript(contentfulPaint);
    report.contentful = paintTime - (process.getCreationTime() ?? 0);
    writeFileSync(process.env.GAUGE_REPORT ?? '', JSON.stringify(report));
    app.exit(0);
  });
});

/** Script of the page: a promise of the first contentful paint, in ms since 1970. */
const contentfulPaint = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(performance.timeOrigin + startTime);
  });
  observer.observe({ type: 'paint', buffered: true });
})`;

/** Returns a script of the page: a promise of its element `selector`. */
function awaitElement(selector) {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  return `new Promise((resolve) => {
    const check = () => (${found} ? resolve(true) : requestAnimationFrame(check));
    check();
  })`;
}
