/** Networks of the catalog, which are an extension of the interface. */
import { graphicsOutcomes, graphicsProviders } from '../../../contract/services/graphics.ts';
import { bundledNetwork, networkIds } from '../../../contract/services/networks.ts';
import { list, number, object, type Schema } from './json-schema.ts';

export const networkName: Schema = { type: 'string', enum: networkIds };

const passedOver: Schema = object(
  {
    network: networkName,
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

/** The network of a cutout. */
export const networkUse: Schema = object(use);

/** The installed networks, and the one that a cutout would use. */
export const networkStatus: Schema = object({
  there: list(object({ name: networkName, loaded: { type: 'boolean' } }), 'Installed networks of the catalog.'),
  ...use,
});

export const graphicsStatus: Schema = {
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
