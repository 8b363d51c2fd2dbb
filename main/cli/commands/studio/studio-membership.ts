/** Creates, joins and leaves a studio. */
import { Option } from 'commander';
import { msg } from '../../../../contract/messages/message.ts';
import { stationRoles } from '../../../../contract/studio/studio.ts';
import type { CliCommand, CommandInput } from '../../command-definition.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CommonOptions } from '../../options/common-options.ts';
import { databaseOptions, membershipOptions, studioRules } from '../../options/studio-options.ts';
import { printMessage } from '../../output/terminal-text.ts';
import { withReadOnlySession } from '../../session/command-session.ts';

export const init: CliCommand = {
  description: 'create a studio in a PostgreSQL database',
  options: databaseOptions,
  accept(command) {
    command.argument('<address>', 'postgres://user@host/database');
  },
  rules: studioRules,
  run: createStudio,
};

async function createStudio({ args: [address], options }: CommandInput<CommonOptions, [string]>): Promise<ExitCode> {
  const { parseConnection } = await import('../../session/studio-access.ts');
  const { openDatabase } = await import('../../../studio/connection/open-database.ts');
  const { makeStudio } = await import('../../../studio/database/schema.ts');
  const database = openDatabase(parseConnection({ ...options, studio: address }, { studio: null }));
  try {
    await makeStudio(database);
  } finally {
    await database.close();
  }
  printMessage(msg('studio.init.done'));
  return exitCodes.done;
}

export const join: CliCommand = {
  description: 'add this computer to a studio',
  options: [...databaseOptions, ...membershipOptions],
  accept(command) {
    command
      .argument('<address>', 'postgres://user@host/database')
      .option('--person <name>', 'name of the person at this computer, shown to the others')
      .addOption(
        new Option(
          '--role <role>',
          'whether this computer processes photographs (works), is used for review (desk), or both',
        ).choices(stationRoles),
      );
  },
  rules: studioRules,
  run: joinStudio,
};

/** Checks the shared folders, and saves the membership. */
async function joinStudio({ args: [address], options }: CommandInput<CommonOptions, [string]>): Promise<ExitCode> {
  const { parseConnection, parseMembership } = await import('../../session/studio-access.ts');
  const { assertIsShare } = await import('../../../studio/shares/share-marker.ts');
  const { queryStudio } = await import('../../../studio/studio.ts');
  const membership = parseMembership(address, options);
  return withReadOnlySession(options, async ({ store, write }) => {
    const connection = parseConnection({ ...options, studio: address }, { studio: null });
    const station = store.settings.read().stationId || null;
    await queryStudio(
      connection,
      async (_, checkShare) => {
        for (const share of membership.shares) assertIsShare(await checkShare(share.name, share.folder), share);
      },
      station,
    );
    await write(() => store.settings.save({ studio: membership }));
    printMessage(msg('studio.join.done', { name: membership.name }));
    if (membership.shares.length === 0) printMessage(msg('studio.join.noShares'));
    return exitCodes.done;
  });
}

export const leave: CliCommand = {
  description: 'remove this computer from the studio',
  run: leaveStudio,
};

/** Deletes the membership. The next queue owner here, or another station, releases the claimed jobs. */
function leaveStudio({ options }: CommandInput): Promise<ExitCode> {
  return withReadOnlySession(options, async ({ store, write }) => {
    await write(() => store.settings.save({ studio: null }));
    printMessage(msg('studio.leave.done'));
    return exitCodes.done;
  });
}
