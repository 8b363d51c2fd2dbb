// The rooms of ARCHITECTURE.md: imports run one way, and never in a circle.
const main = (rooms) => `^main/(${rooms})(/|\\.ts$)`;

/** A room may import only what is listed (its own files always, npm packages unless said otherwise). */
const room = (name, from, mayReach) => ({
  name: `room-${name}`,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(contract|engine|formats|main|preload|renderer|scripts|test)/',
    pathNot: [from, ...(from.startsWith('^main/') ? [clock] : []), ...mayReach],
  },
});

const contract = '^contract/';
/** Time: for every room of the main process. */
const clock = '^main/clock\\.ts$';
/** What may be asked over the bridge, and what is answered. */
const requests = '^preload/(channels\\.ts$|requests/)';
/** What files are, by their bytes; for both programs. */
const formats = '^formats/';
/** Names, files and folders of results: written in the same way by whoever writes any. */
const placing = '^main/pipeline/output/';
/** What puts sentences into words, for whoever is before people. */
const inWords = '^contract/format-message\\.ts$';

/** A part of a room that knows nothing of some other parts. */
const corner = (from, unknown) => ({
  name: `${from.replace(/^main\//, '')}-knows-no-${unknown.replace(/^main\//, '')}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: `^${unknown}(/|$)` },
});

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
    room('threads', main('threads'), []),
    room('store', main('store'), [contract, main('files|threads')]),
    room('formats', formats, [contract]),
    room('service', main('service'), [contract, formats, main('files')]),
    room('imaging', main('imaging'), [contract, formats, main('files|threads')]),
    // A program of its own: whoever wants something of it asks over HTTP.
    room('engine', '^engine/', [contract, formats]),
    {
      name: 'engine-over-http-only',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/' },
      to: { path: '^engine/' },
    },
    room('files', main('files'), [contract]),
    room('crashes', main('crashes'), [contract]),
    room('intake', main('intake'), [contract, main('files|store|service|imaging')]),
    room('cards', main('cards'), [contract, main('files|store|imaging|intake'), placing]),
    room('pipeline', main('pipeline'), [contract, main('files|store|service|imaging')]),
    room('review', main('review'), [contract, formats, main('files|store|service|imaging|threads'), placing]),
    room('delivery', main('delivery'), [contract, formats, main('files|store|service|imaging|review'), placing]),
    room('previews', main('previews'), [contract, main('service|imaging')]),
    room('studio', main('studio'), [contract, main('files|store|service')]),
    room('ipc', main('ipc'), [
      contract,
      requests,
      main('files|store|service|imaging|intake|pipeline|previews|review|delivery|cards|crashes'),
    ]),
    room('renderer', '^renderer/', [contract, requests]),
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: contract, pathNot: inWords },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'words-are-made-at-the-edge',
      severity: 'error',
      from: { path: '^(contract|main|preload)/', pathNot: ['^main/(cli|desktop)/', '^main/(cli|index)\\.ts$'] },
      to: { path: inWords },
    },
    {
      name: 'stages-never-import-each-other',
      severity: 'error',
      from: { path: '^main/pipeline/stages/(prepare|submit|poll|fetch|place)\\.ts$' },
      to: { path: '^main/pipeline/stages/(prepare|submit|poll|fetch|place)\\.ts$' },
    },
    corner('main/pipeline/output', 'main/pipeline/(stages|flow|ending)'),
    corner('main/pipeline/stages', 'main/pipeline/(flow|ending)'),
    corner('main/imaging/read', 'main/imaging/(fit|restore|metadata)'),
    corner('main/imaging/container', 'main/imaging/(?!container|size)'),
    corner('main/imaging/fit', 'main/imaging/restore'),
    corner('main/imaging/metadata', 'main/imaging/restore'),
    corner('main/imaging/(read|fit|restore|metadata)', 'main/imaging/touch-up'),
    corner('main/service/http', 'main/service/(errors|throttle|engine)'),
    corner('main/service/errors', 'main/service/(throttle|engine)'),
    corner('main/store/database', 'main/store/(jobs|results|documents)'),
    // The engine's floors, from the ground: each knows those below it.
    corner('engine/pixels', 'engine/(vision|effects|operations|service)'),
    corner('engine/vision', 'engine/(effects|operations|service)'),
    corner('engine/effects', 'engine/(operations|service)'),
    corner('engine/operations', 'engine/service'),
    corner('engine/vision/runtimes', 'engine/vision/(?!runtimes)'),
    corner('renderer/screens/queue/list', 'renderer/screens/queue/(toolbar|panels)'),
    {
      name: 'studio-only-where-it-is-wired',
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
