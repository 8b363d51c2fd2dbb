/** The same app without a window. Imports no electron, and what a command needs only where it is given: most of its time is its start. */
import { join, resolve } from 'node:path';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { decisionSchema, type JobDecision } from '../contract/app/action-reports.ts';
import { csvSeparators } from '../contract/delivery/export.ts';
import { formatMessage } from '../contract/messages/format-message.ts';
import { languages, readingOf, terminalLanguages } from '../contract/messages/language.ts';
import { type Message, msg, UserFacingError } from '../contract/messages/message.ts';
import { setReading } from '../contract/messages/translator.ts';
import { marketplaces } from '../contract/recipes/marketplaces.ts';
import type { ChargeGroup } from '../contract/services/costs.ts';
import { networkIds } from '../contract/services/networks.ts';
import { taskQueryBodies, taskQueryMethods } from '../contract/services/task-query-form.ts';
import { stationRoles } from '../contract/studio/studio.ts';
import { ownVersion } from './bundled-resources.ts';
import type { CheckOptions } from './cli/check.ts';
import type { ExitCode, LaunchEngine } from './cli/command-session.ts';
import type { CopyCommand } from './cli/copy.ts';
import type { CostsCommand } from './cli/costs.ts';
import type { ExportCommand } from './cli/export-command.ts';
import type { GalleryCommand, PicksCommand } from './cli/gallery.ts';
import type { OriginalsCommand } from './cli/move-originals.ts';
import type { NetworkAction } from './cli/networks.ts';
import { assertUsefulOptions } from './cli/option-rules.ts';
import { UsageError } from './cli/parse-recipe.ts';
import { metadataGroupList } from './cli/parse-rendering.ts';
import type { ProductsCommand } from './cli/products.ts';
import type { RecipeAction } from './cli/recipes.ts';
import { ignoreBrokenPipe } from './cli/stdout-errors.ts';
import { escapeTerminalText, terminalLine } from './cli/terminal-text.ts';
import { defaultDataDir } from './default-data-dir.ts';
import { restrictToOwner } from './files/private-files.ts';

/**
 * @param words the command and what follows it
 * @param launch how to start the engine; null = as a child process of this Node
 */
export async function runCommandLine(words: readonly string[], launch: LaunchEngine | null = null): Promise<ExitCode> {
  ignoreBrokenPipe();
  // Before the options are read, since what is wrong with one is said in that language too.
  await setReading(readingOf([...languageOption(words), ...terminalLanguages(process.env)]));
  let code: ExitCode = 0;
  const program = new Command('burnish')
    .description('Retouches and cuts out photographs in bulk.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .exitOverride()
    // Commander quotes what was typed, and a pattern of the shell may have typed a file's name.
    .configureOutput({
      outputError: (text, write) => write(`${escapeTerminalText(text.trim().replace('\n(', ' ('))}\n`),
    })
    .configureHelp({ showGlobalOptions: true })
    .addOption(
      new Option(
        '--lang <language>',
        `the language of messages, in place of LANG’s: ${languages.join(', ')}`,
      ).argParser(spokenLanguage),
    );

  const data = new Option('--data <dir>', 'data folder').default(
    process.env.BURNISH_DATA ?? defaultDataDir(),
    'the window’s',
  );
  const json = new Option('--json', 'print one JSON line per finished photograph');
  const recipe = new Option('--recipe <name>', 'a recipe, or operation[:field=value,…]').makeOptionMandatory();
  const out = new Option('--out <dir>', 'folder for results');
  const service = new Option('--service <url or name>', 'the service to use; the built-in engine when left out');
  const keyEnv = new Option('--key-env <variable>', 'the environment variable that holds the service’s key');
  /** Which service, and what the interface leaves open about it. */
  const named = [
    service,
    keyEnv,
    new Option('--key-header <name>', 'the header the service wants the key in'),
    new Option('--query-path <path>', 'the path of task queries; {task_id} in it stands for the task’s id'),
    new Option('--query-method <method>', 'the method of task queries').choices(taskQueryMethods),
    new Option('--query-field <name>', 'the parameter of task queries that holds the task’s id'),
    new Option('--query-body <form>', 'how the body of a task query by POST is written').choices(taskQueryBodies),
    new Option('--form-field <name>', 'what the service calls the field for the form of a cutout'),
    new Option(
      '--poll-interval <seconds>',
      'seconds between queries of a task, 5 to 60; from 1 for a service on this computer',
    ).argParser(parsePositiveInteger),
  ];
  const inStudio = [
    new Option('--studio <address>', 'the studio whose stations do it; the one that was joined when left out'),
    new Option('--no-studio', 'this computer alone'),
    new Option('--password-env <variable>', 'the environment variable that holds the studio’s password'),
    new Option('--password-file <file>', 'a file whose first line is the studio’s password'),
    new Option('--ca <file>', 'a PEM file with the authority that vouches for the studio’s database'),
  ];
  const asStation = [
    ...inStudio,
    new Option(
      '--share <name=folder>',
      'where a folder of the studio is on this computer; may be given several times',
    ).argParser((word, before: readonly string[] = []) => [...before, word]),
    new Option('--name <name>', 'what this station is called'),
  ];
  const selectionOptions = [
    new Option('--batch <number>', 'photographs of this batch').argParser(parsePositiveInteger),
    new Option('--picked', 'only those that were picked'),
    new Option('--search <words>', 'only those that Review would find with these words'),
  ];
  const onTerms = [
    new Option('--estimate', 'only say what it would cost; nothing is sent'),
    new Option('--trial <number>', 'do so many photographs first; the others wait for a look').argParser(
      parsePositiveInteger,
    ),
    new Option('--max-credits <number>', 'the most that it may cost; what is left then waits').argParser(credits),
  ];
  const csvSeparator = new Option('--csv-separator <name>', 'between the cells of a table').choices(csvSeparators);
  const add = (name: string, text: string, ...options: Option[]) => {
    const command = program.command(name).description(text);
    for (const option of [...options, data]) command.addOption(option);
    return command;
  };

  const anyRecipe = new Option('--recipe <name>', recipe.description);
  add(
    'run',
    'process photographs and folders of them',
    anyRecipe,
    out,
    ...selectionOptions,
    ...named,
    ...onTerms,
    ...asStation,
    json,
  )
    .argument('[paths...]', 'files and folders')
    .option(
      '--again-with <recipe>',
      'photographs that are here already with this recipe, or each with its `own` as it is now; what is paid and the same is not sent again',
    )
    .option('--again', 'also photographs that went through this recipe before')
    .option('--no-subfolders', 'only the files of a folder itself')
    .option('--follow-links', 'also links that lead out of a folder')
    .option('--keywords <words>', 'to be written into each, between commas')
    .option('--headline <words>', 'to be written into each')
    .option('--description <words>', 'to be written into each')
    .option('--creator <name>', 'to be written into each')
    .option('--copyright <words>', 'to be written into each')
    .option('--info-preset <name>', 'a preset of photo info; what else is given goes over it')
    .action(async (paths: string[], options) => {
      const { run } = await import('./cli/commands.ts');
      code = await run(
        paths.map((path) => resolve(path)),
        settled(options),
        launch,
      );
    });
  add('products', 'process photographs as a product list (CSV) says', recipe, out, ...named, ...onTerms, json)
    .argument('<list>', 'the list: file name or barcode, SKU, name, recipe, folder')
    .argument('<paths...>', 'files and folders')
    .option('--name <template>', 'names of results, such as {sku} or {sku}-{product}; the recipe’s when left out')
    .option('--csv <file>', 'write what became of each product as a table')
    .addOption(csvSeparator)
    .option('--dry-run', 'only say what is found and what is missing')
    .option('--again', 'also photographs that went through this recipe before')
    .option('--no-subfolders', 'only the files of a folder itself')
    .option('--follow-links', 'also links that lead out of a folder')
    .action(async (list: string, paths: string[], options: ProductsCommand) => {
      const csv = options.csv === undefined ? {} : { csv: resolve(options.csv) };
      const found = paths.map((path) => resolve(path));
      const { products } = await import('./cli/products.ts');
      code = await products(resolve(list), found, settled({ ...options, ...csv }), launch);
    });
  const [, ...terms] = onTerms;
  add(
    'copy',
    'copy a card to a folder or two, read every copy back, and begin work',
    anyRecipe,
    out,
    ...named,
    ...terms,
  )
    .addOption(json)
    .argument('<card>', 'the card, or any folder')
    .requiredOption('--to <dir>', 'where the copies go')
    .option('--and-to <dir>', 'a second place for the same copies')
    .option('--by-day', 'into a folder for each day; as on the card when left out')
    .option('--look-first', 'show the copies in Review, to be chosen from')
    .action(async (card: string, options: CopyCommand) => {
      const { copy } = await import('./cli/copy.ts');
      const second = options.andTo === undefined ? {} : { andTo: outOf(options.andTo) };
      const places = { to: outOf(options.to), ...second };
      code = await copy(resolve(card), settled({ ...options, ...places }), launch);
    });
  add('watch', 'process photographs as they appear in folders', anyRecipe, out, ...named, ...asStation, json)
    .argument('[folder]', 'the folder to watch, with --recipe; the window’s watch folders when left out')
    .option('--new-only', 'leave photographs alone that are there already')
    .option('--polling', 'look again and again: for network folders that are not known as such')
    .option('--no-subfolders', 'only the folder itself')
    .option('--follow-links', 'also links that lead out of the folder')
    .option('--move-done', 'move originals to a folder “Done” beside them once all their work is done')
    .action(async (folder: string | undefined, options) => {
      const { watch } = await import('./cli/watch.ts');
      code = await watch(folder === undefined ? null : resolve(folder), settled(options), launch);
    });
  add('status', 'say how the queue stands', ...inStudio, json).action(async (options) => {
    const { status } = await import('./cli/status.ts');
    code = await status(settled(options));
  });
  add('retry', 'try failed photographs again', json, ...named, ...inStudio).action(async (options) => {
    const { retry } = await import('./cli/commands.ts');
    code = await retry(settled(options), launch);
  });
  add('decide', 'decide about photographs that may have been charged', ...inStudio, json)
    .addArgument(
      new Argument('<decision>', 'ask the service for their tasks again, send them again, or give them up').choices(
        decisionSchema.options,
      ),
    )
    .option('--job <number>', 'the photograph of this job', parsePositiveInteger)
    .option('--cause <cause>', 'all that have this cause, as `status` names it')
    .option('--all', 'all of them')
    .action(async (decision: JobDecision, options) => {
      const { decide } = await import('./cli/decide.ts');
      code = await decide(decision, settled(options));
    });
  add('cancel', 'cancel unfinished photographs', ...inStudio, json)
    .option('--job <number>', 'the photograph of this job', parsePositiveInteger)
    .option('--service <url or name>', 'all for this service')
    .option('--all', 'all of them')
    .action(async (options) => {
      const { cancel } = await import('./cli/cancel.ts');
      code = await cancel(settled(options));
    });
  add('worker', 'do the work of a studio until Ctrl-C', ...named, ...asStation, json)
    .option('--lanes <number>', 'requests at a time that this station makes at most', parsePositiveInteger)
    .action(async (options) => {
      const { worker } = await import('./cli/commands.ts');
      code = await worker(settled(options), launch);
    });
  const studio = program.command('studio').description('a queue that several computers share');
  const addTo = (name: string, text: string, ...options: Option[]) => {
    const command = studio.command(name).description(text);
    for (const option of [...options, data]) command.addOption(option);
    return command;
  };
  const [, , ...secrets] = inStudio;
  addTo('init', 'make a studio in a PostgreSQL database, once', ...secrets)
    .argument('<address>', 'postgres://user@host/database')
    .action(async (address: string, options) => {
      code = await (await import('./cli/studio.ts')).init(address, options);
    });
  addTo('join', 'have this computer take part in a studio', ...secrets, ...asStation.slice(inStudio.length))
    .argument('<address>', 'postgres://user@host/database')
    .option('--person <name>', 'who sits there, for the others to read')
    .addOption(
      new Option('--role <role>', 'whether it takes work, is where people look, or both').choices(stationRoles),
    )
    .action(async (address: string, options) => {
      code = await (await import('./cli/studio.ts')).join(address, settled(options));
    });
  addTo('leave', 'have this computer work by itself again').action(async (options) => {
    code = await (await import('./cli/studio.ts')).leave(settled(options));
  });
  addTo('status', 'say how the studio’s work stands', ...inStudio, json).action(async (options) => {
    code = await (await import('./cli/studio.ts')).statusOfStudio(settled(options));
  });
  addTo('stations', 'list the computers that take part', ...inStudio, json).action(async (options) => {
    code = await (await import('./cli/studio.ts')).stations(settled(options));
  });
  addTo('drain', 'have a station finish what it has and take nothing new', ...inStudio)
    .option('--station <name>', 'which one; this computer when left out')
    .option('--off', 'have it take work again')
    .action(async (options) => {
      code = await (await import('./cli/studio.ts')).drain(settled(options));
    });
  addTo('pause', 'have a station, or all of them, begin nothing new', ...inStudio)
    .option('--station <name>', 'which one; this computer when left out')
    .option('--all', 'all of them')
    .option('--off', 'have it go on')
    .action(async (options) => {
      code = await (await import('./cli/studio.ts')).pause(settled(options));
    });
  addTo('limit', 'say how many requests at a time a service bears, from all stations together', ...inStudio)
    .argument('<service>', 'its name or address')
    .argument('<requests>', 'how many', parsePositiveInteger)
    .action(async (service: string, requests: number, options) => {
      code = await (await import('./cli/studio.ts')).limit(service, requests, settled(options));
    });
  addTo('serve', 'run a database for a studio on this computer, to try it')
    .option('--folder <dir>', 'where its data are; studio/ of the data folder when left out')
    .option('--port <number>', 'where it listens', parsePositiveInteger)
    .action(async (options: { data: string; folder?: string; port?: number }) => {
      const folder = resolve(options.folder ?? join(resolve(options.data), 'studio'));
      const { serve } = await import('./cli/studio-serve.ts');
      code = await serve({ folder, ...(options.port === undefined ? {} : { port: options.port }) });
    });
  add('forget', 'delete what was found in photographs: analyses, landmarks, ratings', json)
    .option('--batch <number>', 'of this batch; without a choice, batches are listed', parsePositiveInteger)
    .option('--older-than <days>', 'of analyses older than this, such as 30d', days)
    .action(async (options) => {
      const { forget } = await import('./cli/forget.ts');
      code = await forget(settled(options));
    });
  add('export', 'copy finished photographs to a folder, for others to go on with', ...selectionOptions, json)
    .option('--preset <name>', 'as a preset of the window’s says, but for what else is said here')
    .option('--to <folder>', 'where they go; outputs go where their recipe says')
    .option(
      '--as <what>',
      'files, paths (outlines of cutouts, as SVG), sidecars (XMP files of raw originals), outputs (the further files of their recipes, made again), sheet, sheetPictures (contact sheets), csv, json or report (what became of each photograph of a batch); files when left out',
    )
    .option('--format <format>', 'same, jpeg, tiff, png, webp, avif or psd; same when left out')
    .option('--quality <number>', 'of JPEG, WEBP and AVIF, 1 to 100')
    .option('--most-kb <number>', 'the most a JPEG may have')
    .option('--depth <bits>', 'of PNG and TIFF, 8 or 16')
    .option('--side <pixels>', 'the longest side they may have')
    .option('--size <width>x<height>', 'exactly this size')
    .option('--background <color>', 'color around the picture, and behind a cutout as JPEG, such as #ffffff')
    .option('--enlarge', 'smaller ones, too, are brought to that side or size')
    .option('--sharpen <for>', 'off, screen or print; of what is scaled')
    .option('--color <space>', 'photograph, srgb, adobe-rgb or display-p3')
    .addOption(new Option('--colour <space>').hideHelp())
    .option('--keep <data>', 'all, credit (creator and copyright) or none')
    .option('--without <groups>', `of all data, not these: ${metadataGroupList}; location when left out`)
    .option('--name <template>', 'such as {name}-{counter}')
    .option('--subfolders <how>', 'none, batch or label')
    .option('--move', 'move them, as they are')
    .option('--keep-location', 'leave in where they were taken')
    .option('--no-decisions', 'write no stars, labels and flags')
    .option('--rejected-as-rating', 'write rejected ones with a rating of -1')
    .addOption(csvSeparator)
    .option('--rows <number>', 'of a contact sheet')
    .option('--columns <number>', 'of a contact sheet')
    .option('--studio <name>', 'to stand above each page of a contact sheet')
    .option('--title <words>', 'to be written into each')
    .option('--creator <name>', 'to be written into each')
    .option('--rights <words>', 'copyright, to be written into each')
    .action(async (options: ExportCommand) => {
      const { exportResults } = await import('./cli/export-command.ts');
      code = await exportResults(settled(options));
    });
  add('originals', 'move originals whose work is all done to a folder “Done” beside them', ...selectionOptions, json)
    .option('--back', 'put those that were moved back where they were')
    .action(async (options: OriginalsCommand) => {
      const { originals } = await import('./cli/move-originals.ts');
      code = await originals(settled(options));
    });
  add(
    'gallery',
    'make a gallery of finished photographs for a client, who picks and comments in a browser',
    ...selectionOptions,
    json,
  )
    .requiredOption('--to <folder>', 'where it goes')
    .option('--zip', 'as one file')
    .option('--title <words>', 'what it is called')
    .option('--studio <name>', 'to stand above the title')
    .option('--message <words>', 'to stand below the title')
    .option('--captions <template>', 'such as {name} or {counter}; empty for none')
    .option('--side <pixels>', 'the longest side of the pictures, 2048 if left out')
    .option('--before', 'with the originals, to be compared')
    .action(async (options: GalleryCommand) => {
      const { gallery } = await import('./cli/gallery.ts');
      code = await gallery(settled(options));
    });
  add('picks', 'import what a client chose in a gallery, beside your own picks', json)
    .argument('<file>', 'the file that the client sent back')
    .option('--take-over', 'pick what the client picked')
    .option('--unpick-rest', 'unpick what else of the gallery is picked')
    .option('--dry-run', 'only say what is in it')
    .action(async (file: string, options: PicksCommand) => {
      const { picks } = await import('./cli/gallery.ts');
      code = await picks(resolve(file), settled(options));
    });
  program
    .command('check')
    .description('measure finished files against the rules of a marketplace')
    .argument('<preset>', `${marketplaces.map(({ id }) => id).join(', ')}, one of your own by its name, or a JSON file`)
    .argument('[files...]', 'finished pictures')
    .option('--json', 'print one JSON line per file')
    .option('--csv', 'print a table with one line per file and rule')
    .addOption(csvSeparator)
    .option('--rules', 'print the preset, to be changed and named as a file')
    .addOption(data)
    .action(async (preset: string, files: string[], options: CheckOptions) => {
      const { check } = await import('./cli/check.ts');
      code = await check(preset, files, options);
    });
  const lines = new Option('--json', 'print JSON lines');
  add('costs', 'say what services that charge have cost, from the ledger', lines)
    .addOption(
      new Option('--by <what>', 'sums by')
        .choices(['day', 'batch', 'service', 'recipe'] satisfies ChargeGroup[])
        .default('day'),
    )
    .option('--service <url or name>', 'only this service')
    .option('--batch <number>', 'only this batch', parsePositiveInteger)
    .option('--from <day>', 'from this day on, such as 2026-11-28')
    .option('--to <day>', 'up to this day')
    .option('--csv', 'print each request as a row of a table')
    .addOption(csvSeparator)
    .option('--forget', 'take the names of photographs out of the ledger; what they have cost stays')
    .action(async (options: CostsCommand) => {
      const { costs } = await import('./cli/costs.ts');
      code = await costs(settled(options));
    });
  add('recipes', 'list recipes, or hand them on as files', lines)
    .addArgument(
      new Argument('[action]', 'what to do')
        .choices(['list', 'export', 'import'] satisfies RecipeAction[])
        .default('list'),
    )
    .argument('[words...]', 'to export: a recipe and the file to be made; to import: files')
    .action(async (action: RecipeAction, words: string[], options) => {
      const { recipesCommand } = await import('./cli/recipes.ts');
      code = await recipesCommand(action, words, settled(options));
    });
  add('networks', 'list better networks for cutouts, download them or remove them', json)
    .addArgument(
      new Argument('[action]', 'what to do')
        .choices(['list', 'download', 'remove'] satisfies NetworkAction[])
        .default('list'),
    )
    .argument('[names...]', networkIds.join(', '))
    .action(async (action: NetworkAction, names: string[], options) => {
      const { networksCommand } = await import('./cli/networks.ts');
      code = await networksCommand(action, names, settled(options));
    });
  add('services', 'list services and test them, or the one that is named', json, ...named).action(async (options) => {
    const { services } = await import('./cli/commands.ts');
    code = await services(settled(options), launch);
  });

  program.hook('preAction', (_, command) => assertUsefulOptions(command));
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${terminalLine(await sentenceOf(fault))}\n`);
    return fault instanceof UsageError ? 2 : 1;
  }
}

/** Of a database that another program has, SQLite's own words are of no help. */
async function sentenceOf(fault: unknown): Promise<Message> {
  if (fault instanceof UserFacingError) return fault.sentence;
  const { troubleOf } = await import('./store/index.ts');
  if (troubleOf(fault) === 'locked') return msg('store.trouble.inUse');
  return fault instanceof Error ? fault.message : String(fault);
}

/** What stands behind `--lang`, none or one. */
function languageOption(words: readonly string[]): string[] {
  const index = words.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const value = index < 0 ? undefined : (words[index]!.split('=')[1] ?? words[index + 1]);
  return value === undefined ? [] : [value];
}

function spokenLanguage(text: string): string {
  if (!languages.some((each) => each.toLowerCase() === text.toLowerCase()))
    throw new InvalidArgumentError(`Allowed choices are ${languages.join(', ')}.`);
  return text;
}

function parsePositiveInteger(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError(formatMessage(msg('cli.usage.wholeNumber'), 'terminal'));
  return Number(text);
}

function credits(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError(formatMessage(msg('cli.usage.credits'), 'terminal'));
  return Number(text);
}

function days(text: string): number {
  const found = /^(\d{1,5})d?$/.exec(text);
  if (!found) throw new InvalidArgumentError(formatMessage(msg('cli.usage.days'), 'terminal'));
  return Number(found[1]);
}

/** Folders as absolute paths, whatever the current folder is later. */
function settled<T extends { data: string; out?: string }>(options: T): T {
  return {
    ...options,
    data: resolve(options.data),
    ...(options.out === undefined ? {} : { out: outOf(options.out) }),
  };
}

/** @throws UsageError where a variable had no value: results would go to the folder one happens to be in */
function outOf(out: string): string {
  if (out === '') throw new UsageError(msg('cli.out.empty'));
  return resolve(out);
}

if (import.meta.main) {
  restrictToOwner();
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
