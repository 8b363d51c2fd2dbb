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
      description: 'memory: not enough free memory; broken: cannot be loaded.',
    },
    needed: number('bytes', 0),
    free: number('bytes', 0),
  },
  ['needed', 'free'],
);

const use = {
  used: { type: 'string', enum: [bundledNetwork, ...networkIds] },
  passed_over: list(passedOver, 'Better installed networks, and why they were not used.'),
} as const;

/** Beside a cutout. */
export const networkUse: Schema = object(use);

/** In the engine's state: what would look now. */
export const networksNow: Schema = object({
  there: list(object({ name: network, loaded: { type: 'boolean' } }), 'Installed networks of the catalog.'),
  ...use,
});

export const networkName = network;
