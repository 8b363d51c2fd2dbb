/** Every sentence of the main process, in English: one catalogue per room. The window's own words are in `renderer/locales`. */
import { app } from './app.ts';
import { cards } from './cards.ts';
import { cli } from './cli.ts';
import { contract } from './contract.ts';
import { costs } from './costs.ts';
import { deliveryExport } from './delivery-export.ts';
import { deliveryGallery } from './delivery-gallery.ts';
import { desktop } from './desktop.ts';
import { imaging } from './imaging.ts';
import { imagingOutput } from './imaging-output.ts';
import { intake } from './intake.ts';
import { intakeProducts } from './intake-products.ts';
import { ipc } from './ipc.ts';
import { networks } from './networks.ts';
import { pipeline } from './pipeline.ts';
import { pipelineDisks } from './pipeline-disks.ts';
import { previews } from './previews.ts';
import { review } from './review.ts';
import { reviewLoupe } from './review-loupe.ts';
import { reviewStacks } from './review-stacks.ts';
import { reviewTouch } from './review-touch.ts';
import { service } from './service.ts';
import { serviceCodes } from './service-codes.ts';
import { serviceNetwork } from './service-network.ts';
import { standing } from './standing.ts';
import { store } from './store.ts';
import { studio } from './studio.ts';
import { studioServe } from './studio-serve.ts';
import { units } from './units.ts';

export const messageCatalog = {
  ...units,
  ...contract,
  ...costs,
  ...service,
  ...serviceCodes,
  ...serviceNetwork,
  ...networks,
  ...imaging,
  ...imagingOutput,
  ...store,
  ...standing,
  ...studio,
  ...intake,
  ...intakeProducts,
  ...cards,
  ...pipeline,
  ...pipelineDisks,
  ...previews,
  ...ipc,
  ...review,
  ...app,
  ...deliveryExport,
  ...deliveryGallery,
  ...reviewLoupe,
  ...reviewStacks,
  ...reviewTouch,
  ...desktop,
  ...studioServe,
  ...cli,
} as const;
