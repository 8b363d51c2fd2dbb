/** Commands of all screens. */
import i18next from 'i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { canCharge, type Profile } from '../../../contract/services/profile.ts';
import type { Reply } from '../../../preload/channels.ts';
import { request } from '../../bridge.ts';
import type { Command, CommandsOf } from '../../commands/command.ts';
import { notify } from '../../notifications.tsx';
import { openCardSheet } from '../../screens/cards/cardCopy.ts';
import { closeCrashes, openCrashes } from '../../screens/crashes/crashes.ts';
import { cancelEverything, retryAllFailed, togglePaused } from '../../screens/queue/jobCommands.ts';
import { currentData } from '../../state/data/store.ts';
import { addSamples, chooseAndAdd, chooseLookFirst } from '../../state/processing/intake.ts';
import { chooseProductList } from '../../state/processing/products.ts';
import { choosePicks } from '../../state/review/clientPicks.ts';
import { refreshAfterRemoval } from '../../state/review/photographList.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { openSetting, openStudioForm } from '../../state/settings/settingsPages.ts';
import { copyDiagnostics, openAbout } from '../../state/window/about.ts';
import { goTo, type Screen, screensOf, useUi } from '../../state/window/navigation.ts';
import { palette } from '../palette/palette.ts';

/** Opens the context menu of the active row or the focused element. */
function openContextMenu(): void {
  const focused = document.activeElement;
  const target = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '') ?? focused;
  if (!target) return;
  const { left, top, width, height } = target.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, clientX, clientY }));
}

const paidServices = (): Profile[] => currentData().profiles.filter(canCharge);

/** Opens the costs of the default service or the only paid one, else all services. */
function openCosts(): void {
  const paid = paidServices();
  const { defaultProfileId } = currentData().settings;
  const profile = paid.find(({ id }) => id === defaultProfileId) ?? (paid.length === 1 ? paid[0] : undefined);
  goTo('services', profile ? { profileId: profile.id, cost: 'askAbove' } : null);
}

async function undo(): Promise<void> {
  await reportUndo(await request('lists.undo'), 'undo.undone', 'undo.nothing');
}

async function redo(): Promise<void> {
  await reportUndo(await request('lists.redo'), 'undo.redone', 'undo.nothingToRedo');
}

/** Reports the undone or redone action, and reads the list of Review again. */
async function reportUndo(
  reply: Reply<Message | null>,
  done: 'undo.undone' | 'undo.redone',
  none: 'undo.nothing' | 'undo.nothingToRedo',
): Promise<void> {
  if (!reply.ok) return;
  const { t } = i18next;
  const text = () => (reply.value === null ? t(none) : t(done, { what: formatMessage(reply.value) }));
  notify({ tone: 'info', text }, { about: 'undo' });
  if (useUi.getState().screen === 'review') await refreshAfterRemoval();
}

const appearance = (value: 'light' | 'dark' | 'system'): Command => ({
  run: () => void changeSettings({ appearance: value }),
  possible: () => currentData().settings.appearance !== value,
});

export const appCommands: CommandsOf<CommandId, 'app'> = {
  'app.open': { run: () => void chooseAndAdd() },
  'app.copyCard': { run: openCardSheet },
  'app.products': { run: () => void chooseProductList() },
  'app.samples': { run: () => void addSamples() },
  'app.lookFirst': { run: () => chooseLookFirst(!currentData().settings.lookFirst) },
  'app.picks': { run: () => void choosePicks() },
  'app.pause': {
    run: togglePaused,
    label: () => i18next.t(currentData().settings.paused ? 'queue.resume' : 'queue.pause'),
  },
  'app.retryFailed': { run: () => void retryAllFailed(), possible: () => currentData().tally.failed > 0 },
  'app.cancelAll': {
    run: cancelEverything,
    possible: () => currentData().tally.queued + currentData().tally.running > 0,
  },
  'app.undo': { run: () => void undo(), repeats: true },
  'app.redo': { run: () => void redo(), repeats: true },
  'app.palette': { run: palette.open, isForKeys: true },
  'app.menu': { run: openContextMenu, isForKeys: true },
  'app.newFolder': { run: () => goTo('folders', 'new-folder') },
  'app.newRecipe': { run: () => goTo('recipes', 'new-recipe') },
  'app.newService': { run: () => goTo('services', 'new-service') },
  'app.costs': { run: openCosts, possible: () => paidServices().length > 0 },
  'app.studio': { run: openStudioForm, possible: () => currentData().settings.studio === null },
  'app.light': appearance('light'),
  'app.dark': appearance('dark'),
  'app.system': appearance('system'),
  'app.language': { run: () => openSetting('language') },
  'app.data': { run: () => void request('app.revealDataFolder') },
  'app.logs': { run: () => void request('app.revealLogs') },
  'app.diagnostics': { run: () => void copyDiagnostics() },
  'app.crashes': { run: () => void openCrashes() },
  'app.help': { run: () => useUi.setState({ helpOpen: true }) },
  'app.about': {
    run: () => {
      closeCrashes();
      openAbout();
    },
  },
  'app.shortcuts': { run: () => useUi.setState({ shortcutsOpen: true }) },
};

const go = (screen: Screen): Command => ({
  run: () => goTo(screen),
  possible: () => screensOf(currentData().studio !== null).includes(screen),
});

export const goCommands: CommandsOf<CommandId, 'go'> = {
  'go.queue': go('queue'),
  'go.review': go('review'),
  'go.folders': go('folders'),
  'go.recipes': go('recipes'),
  'go.services': go('services'),
  'go.settings': go('settings'),
  'go.studio': go('studio'),
};
