// Import rules for the rooms of ARCHITECTURE.md: imports run one way, without cycles.
const main = (rooms) => `^main/(${rooms})(/|\\.ts$)`;

/** Allows a room to import its own files, npm packages and the listed paths. */
const room = (name, from, allowed) => ({
  name: `room-${name}`,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(contract|engine|formats|main|preload|renderer|scripts|test)/',
    pathNot: [from, ...(from.startsWith('^main/') ? [clock] : []), ...allowed],
  },
});

const contract = '^contract/';
/** The clock, which every room of the main process may import. */
const clock = '^main/clock\\.ts$';
/** Requests and responses of the bridge. */
const requests = '^preload/(channels\\.ts$|requests/)';
/** The common part of all handlers of requests. */
const bridge = '^main/ipc/bridge/';
/** Image formats by their bytes, for app and engine. */
const formats = '^formats/';
/** Names, files and folders of results: every room that writes results uses the same code. */
const placing = '^main/pipeline/output/';
/** Translates and formats messages for people. */
const formatMessage = '^contract/messages/(format-message|translator)\\.ts$';

/** Forbids a part of a room to import other parts. A target that ends with a lookahead is a prefix. */
const forbid = (from, target) => ({
  name: `${from.replace(/^main\//, '')}-not-to-${target.replace(/^main\//, '')}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: `^${target}${/\(\?![^)]*\)$/.test(target) ? '' : '(/|$)'}` },
});

/** Allows a folder of the studio to import the listed folders of it. */
const studioFolder = (name, allowed) => ({
  name: `studio-${name}`,
  severity: 'error',
  from: { path: `^main/studio/${name}/` },
  to: { path: '^main/studio/', pathNot: `^main/studio/(${[name, ...allowed].join('|')})/` },
});
/** Folders of the imaging room along the way of a photograph: each may import those before it. */
const imagingOrder = [
  'container',
  'xmp',
  'decode',
  'metadata',
  'develop',
  'read',
  'encode',
  'fit',
  'restore',
  'path',
  'compose',
  'psd',
  'output',
  'measure',
  'inspection',
  'check',
  'export',
  'touch-up',
];

/** Parts of `main/imaging/metadata/`, lowest first. Only `metadata-parts.ts` is below them. */
const metadataLayers = ['blocks', 'rules', 'positions', 'formats'];

/** Folders of `renderer/state/`, in the order of its README. */
const stateFolders = [
  'data',
  'window',
  'lists',
  'forms',
  'settings',
  'stage',
  '(queue|review)',
  'batches',
  'processing',
];

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|png)(\\?|$)' },
    },
    room('contract', contract, []),
    room('preload', '^preload/', [contract]),
    room('threads', main('threads'), [contract]),
    room('store', main('store'), [contract, main('files|threads')]),
    room('formats', formats, [contract]),
    room('service', main('service'), [contract, formats, main('files')]),
    room('imaging', main('imaging'), [contract, formats, main('files|threads')]),
    // A separate program, reached over HTTP only.
    room('engine', '^engine/', [contract, formats]),
    {
      name: 'engine-over-http-only',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/' },
      to: { path: '^engine/' },
    },
    room('files', main('files'), [contract]),
    room('intake', main('intake'), [contract, main('files|store|service|imaging|threads')]),
    room('pipeline', main('pipeline'), [contract, main('files|store|service|imaging')]),
    room('review', main('review'), [contract, formats, main('files|store|service|imaging|threads'), placing]),
    room('delivery', main('delivery'), [
      contract,
      formats,
      main('files|store|service|imaging|review|threads'),
      placing,
    ]),
    room('previews', main('previews'), [contract, main('service|imaging')]),
    room('studio', main('studio'), [contract, main('files|store|service')]),
    // Features: all that belongs to one of them, with the handlers of its requests.
    room('cards', main('cards'), [contract, requests, bridge, main('files|store|imaging|intake'), placing]),
    room('crashes', main('crashes'), [contract, requests, bridge, main('files|store|service|delivery')]),
    room('comparisons', main('comparisons'), [contract, requests, bridge, main('store|service|intake|review')]),
    room('ipc', main('ipc'), [
      contract,
      requests,
      main('files|store|service|imaging|intake|pipeline|previews|review|delivery|cards|comparisons|crashes'),
    ]),
    room('renderer', '^renderer/', [contract, requests]),
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: contract, pathNot: formatMessage },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'format-messages-at-the-edge',
      severity: 'error',
      from: {
        path: '^(contract|main|preload)/',
        pathNot: [formatMessage, '^main/(cli|desktop)/', '^main/(cli|index)\\.ts$'],
      },
      to: { path: formatMessage },
    },
    {
      name: 'stages-never-import-each-other',
      severity: 'error',
      from: { path: '^main/pipeline/stages/(prepare|submit|poll|fetch|place)\\.ts$' },
      to: { path: '^main/pipeline/stages/(prepare|submit|poll|fetch|place)\\.ts$' },
    },
    {
      name: 'stages-on-top',
      severity: 'error',
      from: { path: '^main/pipeline/stages/(work|source|results)/' },
      to: { path: '^main/pipeline/stages/(prepare|submit|poll|fetch|fetch-failure|place)\\.ts$' },
    },
    forbid('main/pipeline/stages/work', 'main/pipeline/stages/(source|results)'),
    forbid('main/pipeline/stages/source', 'main/pipeline/stages/results'),
    forbid('main/pipeline/output', 'main/pipeline/(stages|flow|ending)'),
    forbid('main/pipeline/stages', 'main/pipeline/(flow|ending)'),
    ...imagingOrder
      .slice(0, -1)
      .map((folder, index) =>
        forbid(`main/imaging/${folder}`, `main/imaging/(${imagingOrder.slice(index + 1).join('|')})`),
      ),
    {
      name: 'imaging-shared-files-below',
      severity: 'error',
      from: { path: '^main/imaging/[^/]+\\.ts$' },
      to: { path: '^main/imaging/[^/]+/' },
    },
    ...metadataLayers.map((layer, index) =>
      forbid(
        `main/imaging/metadata/${layer}`,
        `main/imaging/metadata/(${[...metadataLayers.slice(index + 1), '(?!metadata-parts)[^/]+\\.ts'].join('|')})`,
      ),
    ),
    forbid('main/imaging/develop/raw', 'main/imaging/develop/(?!developed-types)[^/]+\\.ts'),
    forbid('main/imaging/restore/(cutout|difference)', 'main/imaging/restore/index\\.ts'),
    forbid('main/imaging/restore/cutout', 'main/imaging/restore/difference'),
    forbid('main/imaging/touch-up/strokes', 'main/imaging/touch-up/(preview|apply-[a-z]+\\.ts|unpacked-pair\\.ts)'),
    forbid('main/imaging/touch-up/(strokes|preview)', 'main/imaging/touch-up/index\\.ts'),
    forbid('main/service/http', 'main/service/(errors|throttle|engine)'),
    forbid('main/service/errors', 'main/service/(throttle|engine)'),
    // The framework of handlers, which rooms may import that declare handlers themselves.
    forbid('main/ipc/bridge', 'main/ipc/(requests|shared|status|handlers\\.ts|serve-image\\.ts)'),
    forbid('main/ipc/(shared|status)', 'main/ipc/(requests|handlers\\.ts)'),
    forbid('main/ipc/requests', 'main/ipc/(requests|handlers\\.ts)'),
    forbid('main/review/(lists|background|preview-cache)', 'main/review/(?!lists|background|preview-cache)'),
    forbid('main/review/actions', 'main/review/(?!actions)'),
    forbid('main/review/faces', 'main/review/(offline|inspection|stacks|originals|touch-up)'),
    forbid('main/review/stacks', 'main/review/(offline|inspection|originals|touch-up)'),
    forbid('main/delivery/common', 'main/delivery/(tables|export|gallery|check|picks)'),
    forbid('main/delivery/tables', 'main/delivery/(export|gallery|check|picks)'),
    forbid('main/delivery/export', 'main/delivery/(gallery|check|picks)'),
    forbid('main/store/database', 'main/store/(jobs|results|documents)'),
    // Folders of the studio, lowest first. studio.ts composes them; membership is above it.
    studioFolder('connection', []),
    studioFolder('shares', ['connection']),
    studioFolder('database', ['connection']),
    studioFolder('queue', ['connection', 'database']),
    studioFolder('overview', ['connection', 'database', 'queue']),
    studioFolder('dispatch', ['connection', 'shares', 'queue']),
    studioFolder('mirror', ['connection', 'shares', 'queue']),
    studioFolder('previews', ['connection', 'shares', 'queue']),
    studioFolder('library', ['connection', 'shares']),
    studioFolder('station', ['connection', 'shares', 'database', 'queue', 'dispatch']),
    studioFolder('server', ['connection', 'database']),
    {
      name: 'studio-below-membership',
      severity: 'error',
      from: { path: '^main/studio/studio\\.ts$' },
      to: { path: '^main/studio/(membership|server)/' },
    },
    {
      name: 'pg-boss-only-in-tickets',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/studio/database/tickets\\.ts$' },
      to: { path: '(^|/)node_modules/pg-boss/' },
    },
    forbid('main/desktop/(system|menu)', 'main/desktop/(protocols|window|updates)'),
    forbid('main/desktop/protocols', 'main/desktop/(menu|window|updates)'),
    forbid('main/desktop/window', 'main/desktop/(menu|updates)'),
    // Layers of the command line, lowest first: each may import those before it.
    forbid('main/cli/output', 'main/cli/(options|session|queue|commands)'),
    forbid('main/cli/options', 'main/cli/(session|queue|commands)'),
    forbid('main/cli/session', 'main/cli/(queue|commands)'),
    forbid('main/cli/queue', 'main/cli/commands'),
    {
      name: 'commands-load-quickly',
      severity: 'error',
      comment: 'All commands are loaded for --help, so they import the app and its database in `run`.',
      from: { path: '^main/cli/commands/' },
      to: {
        path: [
          '^main/app',
          main('store|studio|intake|cards|delivery|review|imaging|pipeline|ipc|service'),
          '^main/cli/queue/',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    // Layers of the engine, lowest first: each may import those before it.
    forbid('engine/pixels', 'engine/(vision|effects|operations|service)'),
    forbid('engine/vision', 'engine/(effects|operations|service)'),
    forbid('engine/effects', 'engine/(operations|service)'),
    forbid('engine/operations', 'engine/service'),
    forbid('engine/effects/brows/erase', 'engine/effects/brows/(matte|transplant)'),
    forbid('engine/effects/brows/matte', 'engine/effects/brows/transplant'),
    forbid('engine/vision/runtimes', 'engine/vision/(?!runtimes)'),
    // Parts of the service, lowest first.
    forbid('engine/service/interface', 'engine/service/(workers|tasks|openapi|http)'),
    forbid('engine/service/workers', 'engine/service/(tasks|openapi|http)'),
    forbid('engine/service/tasks', 'engine/service/(openapi|http)'),
    forbid('engine/service/openapi', 'engine/service/(workers|tasks|http)'),
    forbid('engine/vision/calibration', 'engine/vision/(?!calibration)'),
    forbid('engine/vision/photo', 'engine/vision/(?!photo|runtimes)'),
    forbid('engine/vision/face', 'engine/vision/(landmarks|skin|analysis|matting|person|clothes)'),
    forbid('engine/vision/(landmarks|skin)', 'engine/vision/(analysis|matting|person|clothes)'),
    forbid('engine/vision/analysis', 'engine/vision/(matting|person|clothes)'),
    forbid('engine/vision/analysis/chart', 'engine/vision/analysis/(?!chart)'),
    forbid('engine/vision/analysis/lines', 'engine/vision/analysis/(?!lines|chart)'),
    forbid('engine/vision/analysis/features', 'engine/vision/analysis/(findings|appearance)'),
    forbid('engine/vision/analysis/(findings|appearance)', 'engine/vision/analysis/[^/]+\\.ts$'),
    forbid('engine/vision/matting', 'engine/vision/(person|clothes)'),
    forbid('engine/vision/matting/colors', 'engine/vision/matting/(?!colors)'),
    forbid('engine/vision/matting/networks', 'engine/vision/matting/(?!networks)'),
    forbid('engine/vision/matting/fusion', 'engine/vision/matting/(?!fusion|colors|networks)'),
    forbid('engine/vision/matting/merging', 'engine/vision/matting/(?!merging|colors|networks)'),
    forbid('engine/vision/matting/refinement', 'engine/vision/matting/(?!refinement|colors)'),
    forbid('engine/vision/person', 'engine/vision/clothes'),
    forbid('engine/vision/person/people', 'engine/vision/person/head'),
    {
      name: 'person-basics-import-no-folder',
      severity: 'error',
      from: { path: '^engine/vision/person/[^/]+\\.ts$' },
      to: { path: '^engine/vision/person/(people|head)/' },
    },
    // Layers of the window, lowest first: each may import those before it.
    forbid('renderer/(locales|theme)', 'renderer/(commands|state|components|forms|screens|app)'),
    {
      name: 'bridge-below-state',
      severity: 'error',
      from: { path: '^renderer/(bridge|notifications)\\.tsx?$' },
      to: { path: '^renderer/(commands|state|components|forms|screens|app)/' },
    },
    forbid('renderer/commands', 'renderer/(state|components|forms|screens|app)'),
    forbid('renderer/state', 'renderer/(components|forms|screens|app)'),
    forbid('renderer/components', 'renderer/(forms|screens|app)'),
    forbid('renderer/forms', 'renderer/(screens|app)'),
    forbid('renderer/screens', 'renderer/app'),
    ...stateFolders
      .map((folder, index) =>
        forbid(`renderer/state/${folder}`, `renderer/state/(${stateFolders.slice(index + 1).join('|')})`),
      )
      .slice(0, -1),
    // Screens and their sheets, lowest first.
    forbid(
      'renderer/screens/(about|cards|comparisons|crashes|folders|picks|products|studio|trials)',
      'renderer/screens/(drafts|queue|recipes|reprocess|review|services|settings)',
    ),
    forbid('renderer/screens/review', 'renderer/screens/(drafts|queue|recipes|reprocess|services|settings)'),
    forbid('renderer/screens/recipes', 'renderer/screens/(drafts|queue|services|settings)'),
    forbid('renderer/screens/queue/list', 'renderer/screens/queue/(toolbar|panels)'),
    {
      name: 'studio-only-in-app-and-cli',
      severity: 'error',
      from: {
        path: '^(main|preload|renderer|scripts)/',
        pathNot: [main('studio'), main('app|cli')],
      },
      to: { path: main('studio') },
    },
    {
      name: 'electron-only-in-desktop',
      severity: 'error',
      from: { path: '^main/', pathNot: ['^main/desktop/', '^main/index\\.ts$'] },
      to: { path: '(^|/)node_modules/electron(-updater)?/' },
    },
    {
      name: 'only-entries-wire',
      severity: 'error',
      from: { path: '^main/', pathNot: ['^main/(index|cli|app)\\.ts$', '^main/(desktop|cli|app)/'] },
      to: { path: '^main/((index|cli|app)\\.ts$|app/)' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(contract|engine|formats|main|preload|renderer|scripts|node_modules)',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
