import { expect } from 'vitest';
import { noCosts } from '../../../../contract/services/costs.ts';
import { builtInProfileId } from '../../../../contract/services/profile.ts';
import { previewCharge } from '../../../../main/pipeline/spending/preview-charge.ts';
import { type QueueStage, remoteId, test } from '../../../helpers/queue/queue-stage.ts';

const chargeOf = ({ store, clock }: QueueStage, profileId = remoteId) =>
  previewCharge({ profileId, operation: 'smart-face-slimming', source: '/in/a.jpg' }, store, clock);

test('a preview is a row of the ledger, with the service’s ids', ({ stage }) => {
  const charge = chargeOf(stage)!;
  charge.reserve();
  expect(stage.store.ledger.isUnderWay(remoteId)).toBe(true);
  charge.end('charged', { requestId: 'r', logId: 'l', taskId: 't' });
  expect(stage.store.ledger.list()).toMatchObject([
    { photograph: 'a.jpg', outcome: 'charged', cost: 5, requestId: 'r', logId: 'l', taskId: 't', batchId: 0 },
  ]);
});

test('a preview over a limit is not started', ({ stage }) => {
  const profile = stage.store.profiles.get(remoteId)!;
  stage.store.profiles.save({ ...profile, costs: { ...noCosts, perDay: 4 } });
  expect(() => chargeOf(stage)!.reserve()).toThrow('pipeline.cap.day');
  expect(stage.store.ledger.list()).toEqual([]);
});

test('previews of an earlier run may have been charged', ({ stage }) => {
  chargeOf(stage)!.reserve();
  stage.start();
  expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain' }]);
});

test('a preview of the built-in engine costs nothing', ({ stage }) => {
  expect(chargeOf(stage, builtInProfileId)).toBe(null);
});
