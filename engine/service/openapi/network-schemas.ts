/** Which network of the catalogue looked, or would, as schemas: an extension of the interface. */
import { graphicsOutcomes, graphicsProviders } from '../../../contract/services/graphics.ts';
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

/** In the engine's state: the networks that were tested on the graphics card. */
export const graphicsNow: Schema = {
  ...object({
    verdicts: list(
      object({
        network: { type: 'string' },
        outcome: {
          type: 'string',
          enum: graphicsOutcomes,
          description: 'faster: runs on the graphics card; all others run on the processor.',
        },
        provider: { type: ['string', 'null'], enum: [...graphicsProviders, null] },
        processor_ms: number('ms, for the test picture', 0),
        card_ms: { type: ['number', 'null'] },
      }),
      'Results of the self-tests.',
    ),
    stopped: {
      ...object({
        network: { type: 'string' },
        reason: { type: 'string', enum: ['crashed', 'failed', 'wrong', 'slow'] },
      }),
      type: ['object', 'null'],
      description: 'Why the graphics card is not used any more; null = it is used.',
    },
  }),
  type: ['object', 'null'],
  description: 'Null if the engine runs without --graphics.',
};

export const networkName = network;
