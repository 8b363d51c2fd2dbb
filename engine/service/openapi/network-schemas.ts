/** Which network of the catalogue looked, or would, as schemas: an extension of the interface. */
import { bundledNetwork, networkIds } from '../../../contract/services/networks.ts';
import { list, number, object, type Schema } from './schema.ts';

const network: Schema = { type: 'string', enum: networkIds };

const passedOver: Schema = object(
  {
    network,
    reason: {
      type: 'string',
      enum: ['memory', 'broken'],
      description: 'Too little memory is free, or it cannot be loaded.',
    },
    needed: number('bytes', 0),
    free: number('bytes', 0),
  },
  ['needed', 'free'],
);

const use = {
  used: { type: 'string', enum: [bundledNetwork, ...networkIds] },
  passed_over: list(passedOver, 'Better ones that are there, and why they were not asked.'),
} as const;

/** Beside a cutout. */
export const networkUse: Schema = object(use);

/** In the engine's state: what would look now. */
export const networksNow: Schema = object({
  there: list(object({ name: network, loaded: { type: 'boolean' } }), 'Networks of the catalogue that are there.'),
  ...use,
});

export const networkName = network;
