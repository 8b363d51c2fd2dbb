import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { type MenuCommand, menuCommands } from '../../../../contract/app/menu-commands.ts';
import {
  type AppMenuAction,
  appMenu,
  type MenuConditions,
  type MenuTarget,
  trayMenu,
} from '../../../../main/desktop/menu/menu-items.ts';
import { acceleratorOf, type MenuContext, toMenuTemplate } from '../../../../main/desktop/menu/menu-template.ts';

const none: MenuConditions = { hasGallery: false, isInStudio: false, hasSecondDisplay: false };
const all: MenuConditions = { hasGallery: true, isInStudio: true, hasSecondDisplay: true };

function templateOf(targets: readonly MenuTarget[], context: Partial<MenuContext<AppMenuAction>> = {}) {
  return toMenuTemplate(appMenu, { targets, conditions: all, shortcuts: {}, onChoose: () => {}, ...context });
}

const itemsIn = (template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsIn(item.submenu) : [])]);

/** Formats each menu as a line: its label, and ids with keys, or roles, of its items; hidden ones in parentheses. */
const linesOf = (template: readonly MenuItemConstructorOptions[]) =>
  template.map(({ label, submenu }) => `${label}: ${(submenu as MenuItemConstructorOptions[]).map(lineOf).join(', ')}`);

function lineOf({ type, id, role, accelerator, visible }: MenuItemConstructorOptions): string {
  if (type === 'separator') return '|';
  const name = accelerator ? `${id} ${accelerator}` : `${id ?? role}`;
  return visible === false ? `(${name})` : name;
}

describe('the application menu', () => {
  it('of Windows and Linux has access keys, and About under Help', () => {
    expect(linesOf(templateOf(['windows-linux']))).toEqual([
      '&File: app.open CmdOrCtrl+O, app.copyCard, app.products, |, app.newRecipe, app.newFolder, |, review.export CmdOrCtrl+E, review.gallery, app.picks, review.takeOver, review.unpickRest, |, quit',
      '&Edit: edit.undo CmdOrCtrl+Z, edit.redo CmdOrCtrl+Shift+Z, |, cut, edit.copy CmdOrCtrl+C, paste, delete, |, edit.selectAll CmdOrCtrl+A',
      '&Go: go.queue CmdOrCtrl+1, go.review CmdOrCtrl+2, go.folders CmdOrCtrl+3, go.recipes CmdOrCtrl+4, go.services CmdOrCtrl+5, go.settings CmdOrCtrl+6, go.studio CmdOrCtrl+7',
      '&View: review.follow CmdOrCtrl+Shift+F, review.followSecond, |, resetZoom, zoomIn, zoomOut, |, togglefullscreen',
      '&Window: minimize, close',
      '&Help: app.palette CmdOrCtrl+K, app.help, |, app.crashes, app.logs, |, app.about',
    ]);
  });

  it('of macOS starts with the app menu, and edits text through hidden items', () => {
    const [app, file, edit, , , window, help] = linesOf(templateOf(['mac']));
    expect([app, window, help]).toEqual([
      'Burnish: app.about, |, services, |, hide, hideOthers, unhide, |, quit',
      'Window: minimize, zoom, |, front',
      'Help: app.palette CmdOrCtrl+K, app.help, |, app.crashes, app.logs',
    ]);
    expect(file).toMatch(/^File: .*, close$/);
    expect(edit).toMatch(/^Edit: .*, \(undo\), \(redo\), \(copy\), \(selectAll\)$/);
  });

  it('of a checkout has the developer tools', () => {
    const roles = (targets: readonly MenuTarget[]) => itemsIn(templateOf(targets)).map(({ role }) => role);
    expect(roles(['mac', 'checkout'])).toContain('toggleDevTools');
    expect(roles(['mac'])).not.toContain('toggleDevTools');
  });

  it.each(['mac', 'windows-linux'] as const)('has a title for each visible item on %s', (target) => {
    const titled = itemsIn(templateOf([target])).filter(
      ({ type, visible }) => type !== 'separator' && visible !== false,
    );
    expect(titled.filter(({ label }) => !label || label.startsWith('desktop.'))).toEqual([]);
  });

  it.each(['mac', 'windows-linux'] as const)('has each command once on %s', (target) => {
    const ids = itemsIn(templateOf([target])).map(({ id }) => id);
    expect(ids.filter((id) => menuCommands.includes(id as MenuCommand)).toSorted()).toEqual(menuCommands.toSorted());
  });

  it.each([
    ['hasGallery', ['app.picks', 'review.takeOver', 'review.unpickRest']],
    ['isInStudio', ['go.studio']],
    ['hasSecondDisplay', ['review.followSecond']],
  ] as const)('shows commands that need %s only in that case', (condition, ids) => {
    const visible = (conditions: MenuConditions) =>
      itemsIn(templateOf(['windows-linux'], { conditions })).flatMap(({ id, visible }) => (id && visible ? [id] : []));
    const hidden = visible(none);
    expect(visible({ ...none, [condition]: true }).filter((id) => !hidden.includes(id))).toEqual(ids);
  });

  it('enables the given commands, and reports the chosen one', () => {
    const chosen: AppMenuAction[] = [];
    const items = itemsIn(
      templateOf(['windows-linux'], {
        isEnabled: (action) => action !== 'review.export',
        onChoose: (action) => chosen.push(action),
      }),
    );
    const find = (id: AppMenuAction) => items.find((item) => item.id === id);
    expect([find('review.export')?.enabled, find('app.open')?.enabled]).toEqual([false, true]);
    for (const id of ['app.open', 'edit.undo', 'app.logs'] as const) (find(id)?.click as (() => void) | undefined)?.();
    expect(chosen).toEqual(['app.open', 'edit.undo', 'app.logs']);
  });
});

it.each([
  ['running', ['12 waiting (disabled)', '|', 'show', 'pause', '|', 'quit']],
  ['paused', ['12 waiting (disabled)', '|', 'show', 'resume', '|', 'quit']],
] as const)('the tray has the status and its actions: %s', (target, lines) => {
  const template = toMenuTemplate(trayMenu('12 waiting'), { targets: [target], onChoose: () => {} });
  expect(
    template.map(({ id, type, label, enabled }) => {
      if (type === 'separator') return '|';
      return enabled ? id : `${label} (disabled)`;
    }),
  ).toEqual(lines);
});

it('the menu has the keys of the window, except keys used for typing', () => {
  expect(acceleratorOf('app.open', {})).toBe('CmdOrCtrl+O');
  expect(acceleratorOf('go.studio', {})).toBe('CmdOrCtrl+7');
  expect(acceleratorOf('app.picks', {})).toBeUndefined();
  expect(acceleratorOf('app.picks', { 'app.picks': ['Mod+Shift+ArrowUp'] })).toBe('CmdOrCtrl+Shift+Up');
  expect(acceleratorOf('app.picks', { 'app.picks': ['Mod++'] })).toBe('CmdOrCtrl+Plus');
  expect(acceleratorOf('app.open', { 'app.open': ['G'] })).toBeUndefined();
  expect(acceleratorOf('app.open', { 'app.open': ['G', 'F6'] })).toBe('F6');
});
