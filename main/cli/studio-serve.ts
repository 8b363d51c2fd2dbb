/** `burnish studio serve`: a PostgreSQL of one's own on this computer, to try a studio with, until Ctrl-C. */
import { type Message, msg, UserFacingError } from '../../contract/messages/message.ts';
import { type LocalPostgres, startLocalPostgres } from '../studio/server/local-postgres.ts';
import type { ExitCode } from './command-session.ts';
import { listenForStop } from './stop-signals.ts';
import { terminalLine } from './terminal-text.ts';

/**
 * Serves the database of `folder`, which is created if missing, until a stop signal.
 * @param options.folder absolute
 * @throws UserFacingError with one sentence on why it cannot
 */
export async function serve({ folder, port }: { folder: string; port?: number }): Promise<ExitCode> {
  const { interrupted, release } = listenForStop();
  try {
    const serverOptions = { folder, ...(port === undefined ? {} : { port }) };
    const server = await startLocalPostgres({ ...serverOptions, signal: interrupted, onStep: print });
    return await serveUntil(interrupted, server, folder);
  } catch (fault) {
    // A Ctrl-C reaches PostgreSQL's programs too, which then say that they did not finish.
    if (interrupted.aborted) return 0;
    throw fault;
  } finally {
    release();
  }
}

async function serveUntil(interrupted: AbortSignal, server: LocalPostgres, folder: string): Promise<ExitCode> {
  const { address, passwordFile: file } = server;
  const command = `burnish studio init ${address} --password-file ${inShell(file)}`;
  print(msg('studio.serve.running', { address, file }));
  print(msg('studio.serve.next', { command }));
  print(msg('studio.serve.stop'));
  const { promise: stopRequested, resolve: ask } = Promise.withResolvers<null>();
  if (interrupted.aborted) ask(null);
  interrupted.addEventListener('abort', () => ask(null));
  const why = await Promise.race([server.ended, stopRequested]);
  if (why !== null && !interrupted.aborted) throw new UserFacingError(why);
  await server.stop();
  print(msg('studio.serve.stopped', { folder }));
  return 0;
}

/** A path as one word of a shell. */
function inShell(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}

function print(message: Message): void {
  console.log(terminalLine(message));
}
