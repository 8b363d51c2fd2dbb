import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../renderer/locales/setup.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { msg } from '../../contract/messages/message.ts';
import { setReading } from '../../contract/messages/translator.ts';
import { notify } from '../../renderer/bridge.ts';

const clean = () => notifications.clean();
// Tests of other files share this process, and leave some.
beforeEach(clean);
afterEach(async () => {
  clean();
  await setReading({ language: 'en', locale: 'en' });
});

it('a notice that stands is read in the language that is chosen meanwhile', async () => {
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
