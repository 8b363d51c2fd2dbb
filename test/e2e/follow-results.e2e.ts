import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { addWatchFolder, runPaletteCommand } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const samples = join(import.meta.dirname, '../../assets/samples');

const window = stageWindow('follow');
const { at, id, press } = window;
const watched = at('tethered');

beforeAll(async () => {
  mkdirSync(watched);
  await window.open();
  await window.useService();
  await addWatchFolder(window, watched);
});

/** Adds a photograph as from a tethered camera, and waits for its result. */
async function shoot(sample: string, name: string, count: number): Promise<void> {
  copyFileSync(join(samples, sample), join(watched, name));
  await window.atRest(count);
}
const loupeName = () => id('loupe-name').textContent();

it('shows each result in the loupe as it arrives', async () => {
  await shoot('astronaut.png', 'one.png', 1);
  await id('nav-review').click();
  await id('review-grid').waitFor();
  await press('ControlOrMeta+Shift+F');
  await expect.poll(loupeName).toBe('one.png');
  await shoot('camera.png', 'two.png', 2);
  await expect.poll(loupeName).toBe('two.png');
  expect(await id('loupe-position').textContent()).toBe('1 of 2');
});

it('pauses while the user looks at another photograph, and resumes at the newest', async () => {
  await press('ArrowRight');
  await expect.poll(loupeName).toBe('one.png');
  await id('follow-paused').waitFor();
  await shoot('coffee.png', 'three.png', 3);
  await press('Escape');
  await id('follow-line').getByText('Following paused').waitFor();
  // The grid counts the new photographs without showing them.
  await id('review-newer').waitFor();
  await press('Enter');
  await expect.poll(loupeName).toBe('one.png');
  await id('follow-resume').click();
  await expect.poll(loupeName).toBe('three.png');
  await id('follow-paused').waitFor({ state: 'detached' });
});

/** Connects or disconnects a second display. */
const setDisplays = (isSecond: boolean) =>
  window.app.evaluate(({ screen }, hasSecond) => {
    const { getPrimaryDisplay } = screen;
    const primary = getPrimaryDisplay();
    const second = { ...primary, id: primary.id + 1 };
    screen.getAllDisplays = () => (hasSecond ? [primary, second] : [primary]);
    screen.emit(hasSecond ? 'display-added' : 'display-removed', {}, second);
  }, isSecond);

/** Chooses a command of the "View" menu. */
const chooseInMenu = (label: string) =>
  window.app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    const item = items?.find((each) => each.label === wanted && each.visible);
    if (item === undefined) throw new Error(`The menu has no “${wanted}”.`);
    item.click();
  }, label);

async function openDisplay(choose: () => Promise<void>): Promise<Page> {
  const opened = window.app.waitForEvent('window');
  await choose();
  const display = await opened;
  await display.waitForLoadState();
  return display;
}
const nameOn = (display: Page) => () => display.locator('#name').textContent();

it('shows results on a second display, and does not change the window', async () => {
  await expect(chooseInMenu('Follow on second screen')).rejects.toThrow('The menu has no');
  await setDisplays(true);
  const display = await openDisplay(() => chooseInMenu('Follow on second screen'));
  await expect.poll(nameOn(display)).toBe('three.png');
  expect(await display.locator('#caption').textContent()).toBe('Portrait cutout');
  expect(await display.evaluate<number>(`document.querySelector('img').naturalWidth`)).toBe(600);
  await shoot('portrait.jpg', 'four.jpg', 4);
  await expect.poll(nameOn(display)).toBe('four.jpg');
  expect(await loupeName()).toBe('three.png');
  await window.app.evaluate(({ webContents }) => {
    // Keys sent by the debugger bypass the main process.
    const contents = webContents.getAllWebContents().find((each) => each.getURL().endsWith('/display.html'));
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
  });
  await expect.poll(() => window.app.windows().length).toBe(1);
  await id('loupe-follow').waitFor({ state: 'detached' });
});

it('the page on the second display can request nothing and cannot navigate', async () => {
  const display = await openDisplay(() => runPaletteCommand(window.page, 'Follow on second screen'));
  await expect.poll(nameOn(display)).toBe('four.jpg');
  // A page that navigated elsewhere would not finish this script.
  const tries = `(async () => {
    const found = ['burnish', 'require', 'process', 'ipcRenderer', 'electron'].filter((name) => name in window);
    if (window.open('about:blank') !== null) found.push('a window');
    if (await fetch('app://burnish/index.html').then(() => true, () => false)) found.push('a response');
    location.assign('app://burnish/index.html');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [...found, location.pathname];
  })()`;
  expect(await display.evaluate(tries)).toEqual(['/display.html']);
  // If the display is unplugged, its page closes and following pauses in the window.
  await setDisplays(false);
  await expect.poll(() => window.app.windows().length).toBe(1);
  await id('follow-paused').waitFor();
});
