/** Photograph and service of a preview, for recipes and drafts. */
import { access, constants } from 'node:fs/promises';
import { joinMessages, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import { UserError } from '../bridge/user-error.ts';

/** Returns the path of the original or, if it cannot be read, of its kept preview. Returns null without either. */
export async function findReadableFile(
  photographId: number,
  offline: Pick<IpcContext['offline'], 'read'>,
): Promise<string | null> {
  return offline.read({ subject: 'photograph', id: photographId }, async (path) => {
    await access(path, constants.R_OK);
    return path;
  });
}

/** @throws UserError if the service lacks a step or cannot be opened */
export async function openPreviewClient(
  profileId: string,
  steps: readonly Step[],
  services: Pick<IpcContext['services'], 'available' | 'clientFor'>,
): Promise<ServiceClient> {
  const available = await services.available(profileId).catch(() => null);
  if (available !== null && !steps.every(({ operation }) => available.has(operation)))
    throw new UserError(msg('ipc.recipe.notOffered'));
  const { client } = await services.clientFor(profileId).catch((error: Error) => {
    throw new UserError(error instanceof UserFacingError ? joinMessages(error.sentence) : msg('ipc.fault'));
  });
  return client;
}
