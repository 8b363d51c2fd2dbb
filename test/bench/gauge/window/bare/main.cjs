/** The smallest app: the window of main/desktop/window/main-window.ts with an empty page. */
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.setPath('userData', app.commandLine.getSwitchValue('data'));
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    show: false,
    webPreferences: { contextIsolation: true, sandbox: true, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(join(__dirname, 'index.html'));
});
