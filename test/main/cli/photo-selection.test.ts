import { expect, it } from 'vitest';
import { requireExactlyOne } from '../../../main/cli/photo-selection.ts';
import { matchingError } from '../../helpers/message-matchers.ts';

it.each([
  [{ '--job <number>': 1, '--cause <cause>': undefined, '--all': undefined }, null],
  [{ '--job <number>': undefined, '--cause <cause>': '', '--all': undefined }, null],
  [{ '--job <number>': undefined, '--all': undefined }, 'Specify exactly one: --job <number> or --all.'],
  [
    { '--job <number>': 1, '--cause <cause>': 'X', '--all': undefined },
    'Specify exactly one: --job <number>, --cause <cause> or --all.',
  ],
])('of %j one has to be given', (options, message) => {
  if (message === null) expect(() => requireExactlyOne(options)).not.toThrow();
  else expect(() => requireExactlyOne(options)).toThrow(matchingError(message));
});
