/** Studio settings the window can change: chosen folders, and an address confirmed in a dialog of the main process. */
import { expect, test } from 'vitest';
import { type Settings, settingsSchema } from '../../../../contract/app/settings.ts';
import type { StudioMembership } from '../../../../contract/studio/studio.ts';
import type { JoinArgs } from '../../../../contract/studio/studio-status.ts';
import type { ConfirmDialog } from '../../../../main/ipc/bridge/desktop-actions.ts';
import type { StudioControl } from '../../../../main/ipc/bridge/ipc-context.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { withResolvedPaths } from '../../../../main/ipc/bridge/resolve-paths.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { studioHandlers } from '../../../../main/ipc/requests/studio.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

function stage({ agrees = true, settings = {} as Partial<Settings> } = {}) {
  const joined: { wanted: StudioMembership; password: string | null }[] = [];
  const dialogs: ConfirmDialog[] = [];
  const studioControl = {
    shown: async (address: string) => `shown ${address}`,
    join: async (wanted: StudioMembership, password: string | null) => {
      joined.push({ wanted, password });
      return { kind: 'joined' } as const;
    },
  } as unknown as StudioControl;
  const store = { settings: { read: () => settingsSchema.parse(settings) } } as never;
  const desktop = {
    chooseCertificates: async () => null,
    confirm: async (question: ConfirmDialog) => {
      dialogs.push(question);
      return agrees;
    },
  };
  const grants = openGrants();
  const lists = { ...(store as object), folders: { list: () => [] }, recipes: { list: () => [] } } as never;
  const context = requestContext({ core: { studio: studioControl, store }, desktop, grants });
  const handlers = withResolvedPaths(studioHandlers(context), grants, lists);
  return { joined, asked: dialogs, grants, join: (args: JoinArgs) => handlers['studio.join'](args, 'page') };
}

const args = (folder: string, more: Partial<JoinArgs> = {}): JoinArgs => ({
  ...{ address: 'nas.local', password: 'secret', certificates: '', name: 'Desk', person: '', role: 'both' },
  ...{ shares: [{ name: 'photos', folder }], mayMake: false },
  ...more,
});

test('the user reads address and folders before this computer takes part, once for the same', async () => {
  const { joined, asked, grants, join } = stage();
  const { id } = grants.giveOne('page', 'folder', '/photos');
  expect(await join(args(id))).toEqual({ kind: 'joined' });
  expect(joined).toMatchObject([{ wanted: { shares: [{ folder: '/photos' }] }, password: 'secret' }]);
  expect(messageText(asked[0]?.message)).toContain('shown nas.local');
  expect(messageText(asked[0]?.detail)).toContain('photos: /photos');
  await join(args(id, { mayMake: true }));
  expect(asked).toHaveLength(1);
  await join(args(id, { address: 'elsewhere.local' }));
  expect(asked).toHaveLength(2);
});

test('a user who declines does not join', async () => {
  const { joined, grants, join } = stage({ agrees: false });
  expect(await join(args(grants.giveOne('page', 'folder', '/photos').id))).toEqual({ kind: 'called-off' });
  expect(joined).toEqual([]);
});

test('a folder must be chosen unless it is shared already, and is a share only once', async () => {
  const studio = { address: 'nas.local', name: 'Desk', shares: [{ name: 'photos', folder: '/photos' }] };
  const { joined, join } = stage({ settings: { studio } as never });
  await expect(async () => join(args('/etc'))).rejects.toThrow(UserError);
  await join(args('/photos', { password: undefined }));
  expect(joined).toHaveLength(1);
  const twice = [
    { name: 'photos', folder: '/photos' },
    { name: 'Photos', folder: '/photos' },
  ];
  await expect(join(args('/photos', { shares: twice }))).rejects.toThrow(UserError);
});

test('a password file named by a command is kept only for the same address', async () => {
  const studio = { address: 'nas.local', name: 'Desk', passwordFile: '/password' };
  const { joined, join } = stage({ settings: { studio } as never });
  const without = { shares: [], password: undefined };
  await join(args('', without));
  await join(args('', { ...without, address: 'elsewhere.local' }));
  expect(joined.map(({ wanted }) => wanted.passwordFile)).toEqual(['/password', '']);
});
