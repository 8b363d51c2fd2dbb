/** `burnish studio serve`: runs a PostgreSQL on this computer, to try a studio with, until Ctrl-C. */
import { join, resolve } from 'node:path';
import { msg, UserFacingError } from '../../../../contract/messages/message.ts';
import type { LocalPostgres } from '../../../studio/server/local-postgres.ts';
import type { CliCommand, CommandInput } from '../../command-definition.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CommonOptions } from '../../options/common-options.ts';
import { parsePositiveInteger } from '../../options/option-parsers.ts';
import { printMessage } from '../../output/terminal-text.ts';
import { listenForStop } from '../../session/stop-signals.ts';

interface ServeOptions extends CommonOptions {
  readonly folder?: string;
  readonly port?: number;
}

export const serve: CliCommand = {
  description: 'run a database for a trial studio on this computer',
  accept(command) {
    command
      .option('--folder <dir>', 'folder for the database (default: studio/ in the data folder)')
      .option('--port <number>', 'port to listen on', parsePositiveInteger);
  },
  run: ({ options: { data, folder, port } }: CommandInput<ServeOptions>) =>
    serveDatabase(resolve(folder ?? join(data, 'studio')), port),
};

/**
 * Serves the database in `folder`, which is created if it is missing, until a stop signal.
 * @param folder absolute path
 * @throws UserFacingError
 */
export async function serveDatabase(folder: string, port?: number): Promise<ExitCode> {
  const { startLocalPostgres } = await import('../../../studio/server/local-postgres.ts');
  const { interrupted, release } = listenForStop();
  try {
    const server = await startLocalPostgres({
      folder,
      ...(port === undefined ? {} : { port }),
      signal: interrupted,
      onStep: printMessage,
    });
    return await serveUntilStopped(interrupted, server, folder);
  } catch (error) {
    // Ctrl-C reaches PostgreSQL's programs too, which then fail.
    if (interrupted.aborted) return exitCodes.done;
    throw error;
  } finally {
    release();
  }
}

async function serveUntilStopped(interrupted: AbortSignal, server: LocalPostgres, folder: string): Promise<ExitCode> {
  const { address, passwordFile: file } = server;
  const command = `burnish studio init ${address} --password-file ${quoteForShell(file)}`;
  printMessage(msg('studio.serve.running', { address, file }));
  printMessage(msg('studio.serve.next', { command }));
  printMessage(msg('studio.serve.stop'));
  const { promise: stopRequested, resolve: onStop } = Promise.withResolvers<null>();
  if (interrupted.aborted) onStop(null);
  interrupted.addEventListener('abort', () => onStop(null));
  const failure = await Promise.race([server.ended, stopRequested]);
  if (failure !== null && !interrupted.aborted) throw new UserFacingError(failure);
  await server.stop();
  printMessage(msg('studio.serve.stopped', { folder }));
  return exitCodes.done;
}

/** Returns a path as one word of a shell. */
function quoteForShell(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}
