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
    .description('Retouch and cut out photographs in bulk.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .exitOverride()
    // Commander quotes what was typed, and a pattern of the shell may have typed a file's name.
    .configureOutput({
      outputError: (text, write) => write(`${escapeTerminalText(text.trim().replace('\n(', ' ('))}\n`),
    })
    .configureHelp({ showGlobalOptions: true })
    .addOption(
      new Option('--lang <language>', `language of messages, instead of LANG: ${languages.join(', ')}`).argParser(
        spokenLanguage,
      ),
    );

  const data = new Option('--data <dir>', 'data folder').default(
    process.env.BURNISH_DATA ?? defaultDataDir(),
    'the app’s',
  );
  const json = new Option('--json', 'print JSON instead of text');
  const jsonLines = new Option('--json', 'print one JSON line per finished photograph');
  const recipe = new Option('--recipe <name>', 'recipe, or operation[:field=value,…]').makeOptionMandatory();
  const out = new Option('--out <dir>', 'folder for results');
  const service = new Option('--service <url or name>', 'service to use, instead of the recipe’s or the default one');
  /** Properties of a service that the interface leaves open. */
  const serviceOptions = [
    new Option('--key-env <variable>', 'environment variable with the service’s key'),
    new Option('--key-header <name>', 'HTTP header for the service’s key'),
    new Option('--query-path <path>', 'path of task queries; {task_id} is replaced by the task ID'),
    new Option('--query-method <method>', 'HTTP method of task queries').choices(taskQueryMethods),
    new Option('--query-field <name>', 'parameter of task queries for the task ID'),
    new Option('--query-body <form>', 'encoding of the body of POST task queries').choices(taskQueryBodies),
    new Option('--form-field <name>', 'the service’s name for the field that sets the form of a cutout'),
    new Option(
      '--poll-interval <seconds>',
      'seconds between queries of a task, 5 to 60 (from 1 for a service on this computer)',
    ).argParser(parsePositiveInteger),
  ];
  const named = [service, ...serviceOptions];
  /** For commands that do not choose the service of any photograph. */
  const configured = [
    new Option('--service <url or name>', 'service that the key and the options below apply to'),
    ...serviceOptions,
  ];
  const inStudio = [
    new Option('--studio <address>', 'studio to use, instead of the one this computer has joined'),
    new Option('--no-studio', 'use only this computer, not the studio'),
    new Option('--password-env <variable>', 'environment variable with the studio’s password'),
    new Option('--password-file <file>', 'file with the studio’s password in its first line'),
    new Option('--ca <file>', 'PEM file of the authority that signed the certificate of the studio’s database'),
  ];
  const asStation = [
    ...inStudio,
    new Option('--share <name=folder>', 'location of a shared folder on this computer; can be repeated').argParser(
      (word, before: readonly string[] = []) => [...before, word],
    ),
    new Option('--name <name>', 'name of this station'),
  ];
  const selectionOptions = [
    new Option('--batch <number>', 'only photographs of this batch').argParser(parsePositiveInteger),
    new Option('--picked', 'only picked photographs'),
    new Option('--search <words>', 'only photographs that Review finds with these words'),
  ];
  const onTerms = [
    new Option('--estimate', 'only show what it would cost; send nothing'),
    new Option('--trial <number>', 'process this many photographs first and hold the rest').argParser(
      parsePositiveInteger,
    ),
    new Option('--max-credits <number>', 'maximum cost in credits; the rest of the photographs wait').argParser(
      credits,
    ),
  ];
  const csvSeparator = new Option('--csv-separator <name>', 'separator between the cells of the table').choices(
    csvSeparators,
  );
  const add = (name: string, text: string, ...options: Option[]) => {
    const command = program.command(name).description(text);
    for (const option of [...options, data]) command.addOption(option);
    return command;
  };

  const anyRecipe = new Option('--recipe <name>', recipe.description);
  add(
    'run',
    'process photographs and folders of photographs',
    anyRecipe,
    out,
    ...selectionOptions,
    ...named,
    ...onTerms,
    ...asStation,
    jsonLines,
  )
    .argument('[paths...]', 'files and folders')
    .option(
      '--again-with <recipe>',
      'process existing photographs with this recipe, or `own`: each with its own recipe as it is now; steps that are paid and unchanged are not sent again',
    )
    .option('--again', 'also process photographs that this recipe has already processed')
    .option('--no-subfolders', 'skip subfolders')
    .option('--follow-links', 'follow links to files and folders elsewhere')
    .option('--keywords <words>', 'keywords to write into each result, separated by commas')
    .option('--headline <words>', 'headline to write into each result')
    .option('--description <words>', 'description to write into each result')
    .option('--creator <name>', 'creator to write into each result')
    .option('--copyright <words>', 'copyright to write into each result')
    .option('--info-preset <name>', 'photo info preset to write into each result; the options above override it')
    .action(async (paths: string[], options) => {
      const { run } = await import('./cli/commands.ts');
      code = await run(
        paths.map((path) => resolve(path)),
        settled(options),
        launch,
      );
    });
  add('products', 'process photographs according to a product list (CSV)', recipe, out, ...named, ...onTerms, jsonLines)
    .argument('<list>', 'CSV file with file name or barcode, SKU, name, recipe, folder')
    .argument('<paths...>', 'files and folders')
    .option('--name <template>', 'names of results, such as {sku} or {sku}-{product}, instead of the recipe’s')
    .option('--csv <file>', 'write a table with the outcome of each product')
    .addOption(csvSeparator)
    .option('--dry-run', 'only show what is found and what is missing')
    .option('--again', 'also process photographs that this recipe has already processed')
    .option('--no-subfolders', 'skip subfolders')
    .option('--follow-links', 'follow links to files and folders elsewhere')
    .action(async (list: string, paths: string[], options: ProductsCommand) => {
      const csv = options.csv === undefined ? {} : { csv: resolve(options.csv) };
      const found = paths.map((path) => resolve(path));
      const { products } = await import('./cli/products.ts');
      code = await products(resolve(list), found, settled({ ...options, ...csv }), launch);
    });
  const [, ...terms] = onTerms;
  add(
    'copy',
    'copy a card to one or two folders, verify every copy, and process the copies or show them in Review',
    anyRecipe,
    out,
    ...named,
    ...terms,
  )
    .addOption(json)
    .argument('<card>', 'card, or any folder')
    .requiredOption('--to <dir>', 'folder for the copies')
    .option('--and-to <dir>', 'second folder for the same copies')
    .option('--by-day', 'create a folder for each day, instead of the folders of the card')
    .option('--look-first', 'show the copies in Review, without processing them')
    .action(async (card: string, options: CopyCommand) => {
      const { copy } = await import('./cli/copy.ts');
      const second = options.andTo === undefined ? {} : { andTo: outOf(options.andTo) };
      const places = { to: outOf(options.to), ...second };
      code = await copy(resolve(card), settled({ ...options, ...places }), launch);
    });
  add('watch', 'process photographs as they appear in folders', anyRecipe, out, ...named, ...asStation, jsonLines)
    .argument('[folder]', 'folder to watch, with --recipe (default: the saved watch folders)')
    .option('--new-only', 'skip photographs that are already there')
    .option('--polling', 'check the folder every few seconds, for network folders that are not recognized')
    .option('--no-subfolders', 'skip subfolders')
    .option('--follow-links', 'follow links to files and folders elsewhere')
    .option('--move-done', 'move originals to a “Done” folder next to them once all their work is done')
    .action(async (folder: string | undefined, options) => {
      const { watch } = await import('./cli/watch.ts');
      code = await watch(folder === undefined ? null : resolve(folder), settled(options), launch);
    });
  add('status', 'show the state of the queue', ...inStudio, json).action(async (options) => {
    const { status } = await import('./cli/status.ts');
    code = await status(settled(options));
  });
  add('retry', 'retry failed photographs', jsonLines, ...configured, ...inStudio).action(async (options) => {
    const { retry } = await import('./cli/commands.ts');
    code = await retry(settled(options), launch);
  });
  add('decide', 'decide what to do with photographs that may have been charged', ...inStudio, json)
    .addArgument(
      new Argument('<decision>', 'query their tasks again, send the photographs again, or give them up').choices(
        decisionSchema.options,
      ),
    )
    .option('--job <number>', 'only the photograph of this job', parsePositiveInteger)
    .option('--cause <cause>', 'all photographs with this cause, as shown by `status`')
    .option('--all', 'all photographs that may have been charged')
    .action(async (decision: JobDecision, options) => {
      const { decide } = await import('./cli/decide.ts');
      code = await decide(decision, settled(options));
    });
  add('cancel', 'cancel unfinished photographs', ...inStudio, json)
    .option('--job <number>', 'only the photograph of this job', parsePositiveInteger)
    .option('--service <url or name>', 'all unfinished photographs for this service')
    .option('--all', 'all unfinished photographs')
    .action(async (options) => {
      const { cancel } = await import('./cli/cancel.ts');
      code = await cancel(settled(options));
    });
  add('worker', 'process photographs of a studio until Ctrl-C', ...configured, ...asStation, jsonLines)
    .option('--lanes <number>', 'maximum number of requests at a time from this station', parsePositiveInteger)
    .action(async (options) => {
      const { worker } = await import('./cli/commands.ts');
      code = await worker(settled(options), launch);
    });
  const studio = program.command('studio').description('share a queue among several computers');
  const addTo = (name: string, text: string, ...options: Option[]) => {
    const command = studio.command(name).description(text);
    for (const option of [...options, data]) command.addOption(option);
    return command;
  };
  const [, , ...secrets] = inStudio;
  addTo('init', 'create a studio in a PostgreSQL database', ...secrets)
    .argument('<address>', 'postgres://user@host/database')
    .action(async (address: string, options) => {
      code = await (await import('./cli/studio.ts')).init(address, options);
    });
  addTo('join', 'add this computer to a studio', ...secrets, ...asStation.slice(inStudio.length))
    .argument('<address>', 'postgres://user@host/database')
    .option('--person <name>', 'name of the person at this computer, shown to the others')
    .addOption(
      new Option(
        '--role <role>',
        'whether this computer processes photographs (works), is used for review (desk), or both',
      ).choices(stationRoles),
    )
    .action(async (address: string, options) => {
      code = await (await import('./cli/studio.ts')).join(address, settled(options));
    });
  addTo('leave', 'remove this computer from the studio').action(async (options) => {
    code = await (await import('./cli/studio.ts')).leave(settled(options));
  });
  addTo('status', 'show the state of the studio’s queue', ...inStudio, json).action(async (options) => {
    code = await (await import('./cli/studio.ts')).statusOfStudio(settled(options));
  });
  addTo('stations', 'list the stations of the studio', ...inStudio, json).action(async (options) => {
    code = await (await import('./cli/studio.ts')).stations(settled(options));
  });
  addTo('drain', 'have a station finish its work and take no more', ...inStudio)
    .option('--station <name>', 'name of the station (default: this computer)')
    .option('--off', 'have the station take work again')
    .action(async (options) => {
      code = await (await import('./cli/studio.ts')).drain(settled(options));
    });
  addTo('pause', 'pause a station, or all of them', ...inStudio)
    .option('--station <name>', 'name of the station (default: this computer)')
    .option('--all', 'all stations')
    .option('--off', 'resume')
    .action(async (options) => {
      code = await (await import('./cli/studio.ts')).pause(settled(options));
    });
  addTo('limit', 'limit the requests at a time to a service, from all stations together', ...inStudio)
    .argument('<service>', 'name or address of the service')
    .argument('<requests>', 'maximum number of requests at a time', parsePositiveInteger)
    .action(async (service: string, requests: number, options) => {
      code = await (await import('./cli/studio.ts')).limit(service, requests, settled(options));
    });
  addTo('serve', 'run a database for a trial studio on this computer')
    .option('--folder <dir>', 'folder for the database (default: studio/ in the data folder)')
    .option('--port <number>', 'port to listen on', parsePositiveInteger)
    .action(async (options: { data: string; folder?: string; port?: number }) => {
      const folder = resolve(options.folder ?? join(resolve(options.data), 'studio'));
      const { serve } = await import('./cli/studio-serve.ts');
      code = await serve({ folder, ...(options.port === undefined ? {} : { port: options.port }) });
    });
  add('forget', 'delete the analyses of photographs: findings, landmarks, ratings', json)
    .option('--batch <number>', 'analyses of this batch; without an option, batches are listed', parsePositiveInteger)
    .option('--older-than <days>', 'analyses older than this, such as 30d', days)
    .action(async (options) => {
      const { forget } = await import('./cli/forget.ts');
      code = await forget(settled(options));
    });
  add('export', 'export finished photographs to a folder', ...selectionOptions, json)
    .option('--preset <name>', 'export preset; other options override it')
    .option('--to <folder>', 'folder for the files; outputs go to the folder of their recipe')
    .option(
      '--as <what>',
      'what to export: files, paths (outlines of cutouts, as SVG), sidecars (XMP files of raw originals), outputs (additional files of their recipes, made again), sheet, sheetPictures (contact sheets), csv, json or report (outcome of each photograph of a batch) (default: files)',
    )
    .option('--format <format>', 'file format: same, jpeg, tiff, png, webp, avif or psd (default: same)')
    .option('--quality <number>', 'quality of JPEG, WEBP and AVIF, 1 to 100')
    .option('--most-kb <number>', 'maximum size of a JPEG in KB')
    .option('--depth <bits>', 'bits per channel of PNG and TIFF, 8 or 16')
    .option('--side <pixels>', 'maximum length of the longest side')
    .option('--size <width>x<height>', 'exact size in pixels')
    .option('--background <color>', 'color around the picture, and behind cutouts in JPEG, such as #ffffff')
    .option('--enlarge', 'enlarge smaller pictures to that side or size')
    .option('--sharpen <for>', 'sharpening of scaled pictures: off, screen or print')
    .option('--color <space>', 'color space: photograph, srgb, adobe-rgb or display-p3')
    .addOption(new Option('--colour <space>').hideHelp())
    .option('--keep <data>', 'metadata to keep: all, credit (creator and copyright) or none')
    .option('--without <groups>', `metadata to leave out of all: ${metadataGroupList} (default: location)`)
    .option('--name <template>', 'file names, such as {name}-{counter}')
    .option('--subfolders <how>', 'subfolders: none, batch or label')
    .option('--move', 'move the files unchanged, instead of copying them')
    .option('--keep-location', 'keep the location')
    .option('--no-decisions', 'write no stars, labels or flags')
    .option('--rejected-as-rating', 'write rejected photographs with a rating of -1')
    .addOption(csvSeparator)
    .option('--rows <number>', 'rows of a contact sheet')
    .option('--columns <number>', 'columns of a contact sheet')
    .option('--studio <name>', 'studio name above each page of a contact sheet')
    .option('--title <words>', 'title to write into each file')
    .option('--creator <name>', 'creator to write into each file')
    .option('--rights <words>', 'copyright to write into each file')
    .action(async (options: ExportCommand) => {
      const { exportResults } = await import('./cli/export-command.ts');
      code = await exportResults(settled(options));
    });
  add('originals', 'move finished originals to a “Done” folder next to them', ...selectionOptions, json)
    .option('--back', 'move them back')
    .action(async (options: OriginalsCommand) => {
      const { originals } = await import('./cli/move-originals.ts');
      code = await originals(settled(options));
    });
  add(
    'gallery',
    'make a gallery of finished photographs for a client to pick from and comment on in a browser',
    ...selectionOptions,
    json,
  )
    .requiredOption('--to <folder>', 'folder for the gallery')
    .option('--zip', 'make one ZIP file')
    .option('--title <words>', 'title of the gallery')
    .option('--studio <name>', 'studio name above the title')
    .option('--message <words>', 'message below the title')
    .option('--captions <template>', 'captions, such as {name} or {counter}; empty for none')
    .option('--side <pixels>', 'maximum length of the longest side (default: 2048)')
    .option('--before', 'include the originals for comparison')
    .action(async (options: GalleryCommand) => {
      const { gallery } = await import('./cli/gallery.ts');
      code = await gallery(settled(options));
    });
  add('picks', 'import a client’s choices from a gallery, alongside your own picks', json)
    .argument('<file>', 'file that the client sent back')
    .option('--take-over', 'pick the photographs that the client picked')
    .option('--unpick-rest', 'unpick the other photographs of the gallery')
    .option('--dry-run', 'only show the choices; import nothing')
    .action(async (file: string, options: PicksCommand) => {
      const { picks } = await import('./cli/gallery.ts');
      code = await picks(resolve(file), settled(options));
    });
  program
    .command('check')
    .description('check finished files against the rules of a marketplace')
    .argument('<preset>', `${marketplaces.map(({ id }) => id).join(', ')}, the name of a custom preset, or a JSON file`)
    .argument('[files...]', 'finished files')
    .option('--json', 'print one JSON line per file')
    .option('--csv', 'print a table with one line per file and rule')
    .addOption(csvSeparator)
    .option('--rules', 'print the preset as JSON, to edit and use as a file')
    .addOption(data)
    .action(async (preset: string, files: string[], options: CheckOptions) => {
      const { check } = await import('./cli/check.ts');
      code = await check(preset, files, options);
    });
  add('costs', 'show the costs of paid services from the ledger', json)
    .addOption(
      new Option('--by <what>', 'how to group the costs')
        .choices(['day', 'batch', 'service', 'recipe'] satisfies ChargeGroup[])
        .default('day'),
    )
    .option('--service <url or name>', 'only this service')
    .option('--batch <number>', 'only this batch', parsePositiveInteger)
    .option('--from <day>', 'first day, such as 2026-11-28')
    .option('--to <day>', 'last day')
    .option('--csv', 'print a table with one row per request')
    .addOption(csvSeparator)
    .option('--forget', 'delete the names of photographs from the ledger and keep their costs')
    .action(async (options: CostsCommand) => {
      const { costs } = await import('./cli/costs.ts');
      code = await costs(settled(options));
    });
  add('recipes', 'list recipes, export one to a file, or import files', json)
    .addArgument(
      new Argument('[action]', 'what to do')
        .choices(['list', 'export', 'import'] satisfies RecipeAction[])
        .default('list'),
    )
    .argument('[words...]', 'export: a recipe and the new file; import: the files')
    .action(async (action: RecipeAction, words: string[], options) => {
      const { recipesCommand } = await import('./cli/recipes.ts');
      code = await recipesCommand(action, words, settled(options));
    });
  add('networks', 'list, download or remove better networks for cutouts', json)
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
  const tested = [new Option('--service <url or name>', 'test only this service'), ...serviceOptions];
  add('services', 'list and test services', json, ...tested).action(async (options) => {
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
