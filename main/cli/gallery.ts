/** `burnish gallery` and `burnish picks`: a gallery for a client from the command line, and what the client sends back. */
import {
  clientCommandIds,
  type GalleryOptions,
  galleryOptionsSchema,
  type PicksPlan,
} from '../../contract/delivery/gallery.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { createExportFolder } from '../delivery/common/create-export-folder.ts';
import { makeGallery } from '../delivery/gallery/make-gallery.ts';
import { clientCommands } from '../delivery/picks/client-commands.ts';
import { planPicks } from '../delivery/picks/plan-picks.ts';
import { readPicks } from '../delivery/picks/read-picks.ts';
import { retryTransient } from '../store/index.ts';
import { type CommonOptions, type ExitCode, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { type ExportCommand, printReport, resolveFolderOption } from './export-command.ts';
import { readOptions } from './parse-options.ts';
import { UsageError } from './parse-recipe.ts';
import { selectionQuery } from './photo-selection.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export interface GalleryCommand extends CommonOptions, Pick<ExportCommand, 'batch' | 'picked' | 'search'> {
  readonly to: string;
  readonly zip?: boolean;
  readonly title?: string;
  readonly studio?: string;
  readonly message?: string;
  readonly captions?: string;
  readonly side?: string;
  readonly before?: boolean;
}

/** Ends with 1 where anything is not in it. @throws UsageError for options that mean nothing */
export async function gallery(command: GalleryCommand): Promise<ExitCode> {
  const options = optionsOf(command);
  if (options.folder === '') throw new UsageError(msg('cli.export.noFolder'));
  const session = await openSession(command, null);
  const { core } = session.app;
  try {
    await createExportFolder(options.folder);
    const query = selectionQuery(command);
    const report = await makeGallery({ query, except: [] }, options, core.galleries, session.interrupted);
    const { path, done, failed, failedCount, withoutBefore, ending, trouble } = report;
    if (command.json) printReport(report);
    else {
      for (const { message } of failed) console.error(terminalLine(message));
      if (trouble !== null) console.error(terminalLine(trouble));
      if (path !== null) for (const line of countMessages(done, 'cli.gallery.done')) console.log(terminalLine(line));
      if (path !== null) console.log(terminalLine(path));
      for (const line of countMessages(withoutBefore, 'cli.gallery.withoutBefore')) console.error(terminalLine(line));
      for (const line of countMessages(failedCount, 'cli.gallery.failed')) console.error(terminalLine(line));
      if (ending === 'stopped') console.error(terminalLine(msg('cli.end.stopped')));
    }
    return failedCount > 0 || ending !== 'whole' ? 1 : 0;
  } finally {
    await session.close();
  }
}

export interface PicksCommand extends CommonOptions {
  readonly dryRun?: boolean;
  readonly takeOver?: boolean;
  readonly unpickRest?: boolean;
}

/** Ends with 1 where not everything in the file could be imported. @throws UserFacingError where it is no file of choices */
export async function picks(file: string, command: PicksCommand): Promise<ExitCode> {
  const session = await openSession(command, null);
  const { store } = session;
  try {
    const { plan, key, answer } = planPicks(await readPicks(file), store);
    const isKept = plan.standing === 'same' || plan.standing === 'older';
    const isDone = command.dryRun !== true;
    if (isDone && !isKept) await retryTransient(() => store.clientPicks.swap(key, answer), session.interrupted);
    const kept = store.clientPicks.get(key);
    const wanted = clientCommandIds.filter((id) => isDone && plan.standing !== 'older' && command[id] === true);
    const followed = { takeOver: 0, unpickRest: 0 };
    for (const id of wanted) {
      const { findAffected, change } = clientCommands[id];
      const ids = findAffected(store, kept?.id ?? null).map((each) => each.id);
      followed[id] = (await retryTransient(() => store.photographs.decide(ids, change), session.interrupted)).length;
    }
    if (command.json) console.log(escapeTerminalJson({ ...plan, ...followed }));
    else {
      const ending = isKept
        ? msg(plan.standing === 'same' ? 'cli.picks.same' : 'cli.picks.older')
        : msg(isDone ? 'cli.picks.imported' : 'cli.picks.tried');
      for (const line of [...planLines(plan), ending]) console.log(terminalLine(line));
      for (const id of wanted)
        for (const line of countMessages(
          followed[id],
          id === 'takeOver' ? 'cli.picks.takeOver' : 'cli.picks.unpickRest',
        ))
          console.log(terminalLine(line));
    }
    return plan.unknown + plan.gone > 0 || plan.standing === 'older' ? 1 : 0;
  } finally {
    await session.close();
  }
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

function optionsOf(command: GalleryCommand): GalleryOptions {
  const { zip, title, studio, message, captions, side, before } = command;
  const given = {
    ...{ folder: resolveFolderOption(command.to), zip, title, studio, message, captions, before },
    longestSide: side === undefined ? undefined : Number(side),
  };
  return readOptions(galleryOptionsSchema, given, msg('cli.gallery.options'), {
    folder: 'to',
    title: 'title',
    studio: 'studio',
    message: 'message',
    captions: 'captions',
    longestSide: 'side',
  });
}
