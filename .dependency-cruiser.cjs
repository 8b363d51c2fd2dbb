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
/** Image formats by their bytes, for app and engine. */
const formats = '^formats/';
/** Names, files and folders of results: every room that writes results uses the same code. */
const placing = '^main/pipeline/output/';
/** Translates and formats messages for people. */
const formatMessage = '^contract/messages/(format-message|translator)\\.ts$';

/** Forbids a part of a room to import other parts. */
const forbid = (from, target) => ({
  name: `${from.replace(/^main\//, '')}-not-to-${target.replace(/^main\//, '')}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: `^${target}(/|$)` },
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
    room('crashes', main('crashes'), [contract]),
    room('intake', main('intake'), [contract, main('files|store|service|imaging|threads')]),
    room('cards', main('cards'), [contract, main('files|store|imaging|intake'), placing]),
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
    room('ipc', main('ipc'), [
      contract,
      requests,
      main('files|store|service|imaging|intake|pipeline|previews|review|delivery|cards|crashes'),
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
    forbid('main/imaging/read', 'main/imaging/(fit|restore|metadata)'),
    forbid('main/imaging/container', 'main/imaging/(?!container|size)'),
    forbid('main/imaging/fit', 'main/imaging/restore'),
    forbid('main/imaging/metadata', 'main/imaging/restore'),
    forbid('main/imaging/(read|fit|restore|metadata)', 'main/imaging/touch-up'),
    forbid('main/service/http', 'main/service/(errors|throttle|engine)'),
    forbid('main/service/errors', 'main/service/(throttle|engine)'),
    forbid('main/review/(lists|background|preview-cache)', 'main/review/(?!lists|background|preview-cache)'),
    forbid('main/review/actions', 'main/review/(?!actions)'),
    forbid('main/review/faces', 'main/review/(offline|inspection|stacks|originals|touch-up)'),
    forbid('main/review/stacks', 'main/review/(offline|inspection|originals|touch-up)'),
    forbid('main/delivery/common', 'main/delivery/(tables|export|gallery|check|picks)'),
    forbid('main/delivery/tables', 'main/delivery/(export|gallery|check|picks)'),
    forbid('main/delivery/export', 'main/delivery/(gallery|check|picks)'),
    forbid('main/store/database', 'main/store/(jobs|results|documents)'),
    // Layers of the engine, lowest first: each may import those before it.
    forbid('engine/pixels', 'engine/(vision|effects|operations|service)'),
    forbid('engine/vision', 'engine/(effects|operations|service)'),
    forbid('engine/effects', 'engine/(operations|service)'),
    forbid('engine/operations', 'engine/service'),
    forbid('engine/vision/runtimes', 'engine/vision/(?!runtimes)'),
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
