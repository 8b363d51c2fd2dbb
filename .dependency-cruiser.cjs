// The rooms of ARCHITECTURE.md: imports run one way, and never in a circle.
const main = (rooms) => `^main/(${rooms})(/|\\.ts$)`;

/** A room may import only what is listed (its own files always, npm packages unless said otherwise). */
const room = (name, from, mayReach) => ({
  name: `room-${name}`,
  severity: 'error',
  from: { path: from },
  to: { path: '^(main|preload|renderer|scripts|test)/', pathNot: [from, ...mayReach] },
});

const contract = '^preload/contract/';

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
    room('preload', '^preload/', []),
    room('store', main('store'), [contract]),
    room('service', main('service'), [contract]),
    room('imaging', main('imaging'), [contract]),
    room('engine', main('engine'), [contract]),
    room('intake', main('intake'), [contract, main('store|service|imaging')]),
    room('pipeline', main('pipeline'), [contract, main('store|service|imaging')]),
    room('ipc', main('ipc'), [contract, main('store|service|imaging|intake|pipeline')]),
    room('renderer', '^renderer/', [contract]),
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: contract },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'stages-never-import-each-other',
      severity: 'error',
      from: { path: '^main/pipeline/(prepare|submit|poll|fetch|place)\\.ts$' },
      to: { path: '^main/pipeline/(prepare|submit|poll|fetch|place)\\.ts$' },
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
      from: { path: '^main/', pathNot: ['^main/(index|cli|app)\\.ts$', '^main/(desktop|cli)/'] },
      to: { path: '^main/(index|cli|app)\\.ts$' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(main|preload|renderer|scripts|node_modules)',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
