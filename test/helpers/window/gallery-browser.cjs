/** What shows a file of this computer as a browser does that it was double-clicked for: `electron gallery-browser.cjs <file> <downloads>`. */
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { app, BrowserWindow, session } = require('electron');

const [file, downloads] = process.argv.slice(-2);
/** Whatever the page asks for. */
globalThis.asked = [];
app.setPath('userData', join(downloads, 'browser'));
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const own = session.defaultSession;
  own.webRequest.onBeforeRequest(({ url }, answer) => {
    globalThis.asked.push(url);
    answer({});
  });
  own.on('will-download', (_, item) => item.setSavePath(join(downloads, item.getFilename())));
  const window = new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true } });
  void window.loadURL(pathToFileURL(file).href);
});
