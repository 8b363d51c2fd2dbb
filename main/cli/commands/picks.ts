import { resolve } from 'node:path';
import type { ClientCommand, PicksPlan } from '../../../contract/delivery/gallery.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor } from '../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../options/common-options.ts';
import { countMessages } from '../output/message-parts.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

interface PicksOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly takeOver?: boolean;
  readonly unpickRest?: boolean;
}

export const command: CliCommand = {
  description: 'import a client’s choices from a gallery, alongside your own picks',
  options: [jsonOption],
  accept(command) {
    command
      .argument('<file>', 'file that the client sent back')
      .option('--take-over', 'pick the photographs that the client picked')
      .option('--unpick-rest', 'unpick the other photographs of the gallery')
      .option('--dry-run', 'only show the choices; import nothing');
  },
  rules: [{ options: ['--take-over', '--unpick-rest'], excludedBy: ['--dry-run'] }],
  run,
};

/** Ends with 1 unless every choice in the file could be imported. */
function run({ args: [file], options }: CommandInput<PicksOptions, [string]>): Promise<ExitCode> {
  return withSession(options, async (session) => {
    const { clientCommandIds } = await import('../../../contract/delivery/gallery.ts');
    const { planPicks } = await import('../../delivery/picks/plan-picks.ts');
    const { readPicks } = await import('../../delivery/picks/read-picks.ts');
    const { store, write } = session;
    const { plan, key, answer } = planPicks(await readPicks(resolve(file)), store);
    const isKnown = plan.standing === 'same' || plan.standing === 'older';
    const isImport = options.dryRun !== true;
    if (isImport && !isKnown) await write(() => store.clientPicks.swap(key, answer));
    const commands = isImport && plan.standing !== 'older' ? clientCommandIds.filter((id) => options[id] === true) : [];
    const changed = await applyCommands(commands, store.clientPicks.get(key)?.id ?? null, session);
    if (options.json) printJson({ ...plan, ...changed });
    else {
      const outcome = isKnown
        ? msg(plan.standing === 'same' ? 'cli.picks.same' : 'cli.picks.older')
        : msg(isImport ? 'cli.picks.imported' : 'cli.picks.tried');
      const changes = commands.flatMap((id) => countMessages(changed[id], changedKeys[id]));
      for (const line of [...planLines(plan), outcome, ...changes]) printMessage(line);
    }
    return exitCodeFor(plan.unknown + plan.gone === 0 && plan.standing !== 'older');
  });
}

const changedKeys = { takeOver: 'cli.picks.takeOver', unpickRest: 'cli.picks.unpickRest' } as const;

/** Makes the client's choices the user's own picks. Returns how many photographs each command changed. */
async function applyCommands(
  commands: readonly ClientCommand[],
  answerId: number | null,
  { store, write }: Session,
): Promise<Record<ClientCommand, number>> {
  const { clientCommands } = await import('../../delivery/picks/client-commands.ts');
  const changed = { takeOver: 0, unpickRest: 0 };
  for (const id of commands) {
    const { findAffected, change } = clientCommands[id];
    const ids = findAffected(store, answerId).map((each) => each.id);
    changed[id] = (await write(() => store.photographs.decide(ids, change))).length;
  }
  return changed;
}

function planLines(plan: PicksPlan): Message[] {
  const { title, madeAt, client, savedAt, picked, starred, commented, unknown, gone } = plan;
  const from = { title, made: { at: madeAt }, client: client || title };
  return [
    savedAt === null ? msg('cli.picks.from', from) : msg('cli.picks.fromAt', { ...from, saved: { at: savedAt } }),
    ...countMessages(picked, 'cli.picks.picked'),
    ...countMessages(starred, 'cli.picks.starred'),
    ...countMessages(commented, 'cli.picks.commented'),
    ...countMessages(gone, 'cli.picks.gone'),
    ...countMessages(unknown, 'cli.picks.unknown'),
    ...[...plan.goneNames, ...plan.unknownIds].map((name) => `  ${name}`),
  ];
}
