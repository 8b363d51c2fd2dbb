import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../renderer/locales/setup.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { msg } from '../../contract/messages/message.ts';
import { setReading } from '../../contract/messages/translator.ts';
import { notify } from '../../renderer/notifications.tsx';

const clean = () => notifications.clean();
// Tests in other files share this process, and may leave notifications.
beforeEach(clean);
afterEach(async () => {
  clean();
  await setReading({ language: 'en', locale: 'en' });
});

it('an open notification changes to a newly chosen language', async () => {
  notify({ tone: 'error', text: () => formatMessage(msg('ipc.noAnswer')) });
  notify({ tone: 'info', text: () => i18next.t('undo.nothing') });
  const standing = () => notificationsStore.getState().notifications;
  const words = () => standing().map(({ message }) => renderToStaticMarkup(message));
  expect(words()).toEqual([expect.stringContaining('Burnish did not respond.'), 'Nothing to undo.']);
  await setReading({ language: 'de', locale: 'de' });
  expect(words()).toEqual([expect.stringContaining('Burnish hat nicht geantwortet.'), i18next.t('undo.nothing')]);
  expect(i18next.t('undo.nothing')).not.toBe('Nothing to undo.');
  expect(standing().map(({ closeButtonProps }) => closeButtonProps?.['aria-label'])).toEqual([
    'Schließen',
    'Schließen',
  ]);
});

it('a notification closes automatically, unless it reports a failure or needs an answer', () => {
  const text = (words: string) => ({ text: () => words });
  notify({ tone: 'info', ...text('done') });
  notify({ tone: 'success', ...text('saved') });
  notify({ tone: 'info', ...text('ready') }, { needsAnswer: true });
  notify({ tone: 'warning', ...text('left out') });
  const shown = () => notificationsStore.getState().notifications.map(({ id, autoClose }) => [id, autoClose]);
  expect(shown()).toEqual([
    ['info done', 6000],
    ['success saved', 6000],
    ['info ready', false],
    ['warning left out', false],
  ]);
});

it('permanent notifications leave room for temporary ones, and none appears twice', () => {
  for (const words of ['a', 'b', 'c', 'd', 'd']) notify({ tone: 'error', text: () => words });
  notify({ tone: 'info', text: () => 'done' });
  const { notifications: shown, queue } = notificationsStore.getState();
  expect(shown.map(({ id }) => id)).toEqual(['error b', 'error c', 'error d', 'info done']);
  expect(queue).toEqual([]);
});
