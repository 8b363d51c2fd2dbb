/** The least that Electron can open: the same window as Burnish's (main/desktop/window/main-window.ts), with an empty page and nothing else. */
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
