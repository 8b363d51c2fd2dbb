/** The sheet that says what is written about photographs: which they are, what they have in common, and the presets. */
import { create } from 'zustand';
import type { PhotographChoice } from '../../../../contract/review/list-queries.ts';
import type { CommonPhotoInfo, PhotoInfoChange, PhotoInfoPreset } from '../../../../contract/review/photo-info.ts';
import { request } from '../../../bridge.ts';
import { reviewTarget } from '../../../state/processing/reprocess.ts';
import { trackPending } from '../../../state/window/closeHandlers.ts';

interface PhotoInfo {
  /** Null while the sheet is closed. */
  readonly open: { readonly on: PhotographChoice; readonly common: CommonPhotoInfo } | null;
  readonly presets: readonly PhotoInfoPreset[];
}

export const usePhotoInfo = create<PhotoInfo>(() => ({ open: null, presets: [] }));

export const closePhotoInfo = () => usePhotoInfo.setState({ open: null });

/** About what Review is about: what one looks at, else what is selected, else all that is listed. */
export async function openPhotoInfo(): Promise<void> {
  const target = reviewTarget();
  if (target.kind !== 'photographs' || target.count === 0) return;
  const [common] = await Promise.all([request('details.common', { on: target.on }), readPresets()]);
  if (common.ok) usePhotoInfo.setState({ open: { on: target.on, common: common.value } });
}

async function readPresets(): Promise<void> {
  const presets = await request('details.presets');
  if (presets.ok) usePhotoInfo.setState({ presets: presets.value });
}

/** Sets what was changed, and closes the sheet; it stays open where that is refused. */
export async function applyPhotoInfo(change: PhotoInfoChange): Promise<void> {
  const { open } = usePhotoInfo.getState();
  if (open === null) return;
  const reply = await trackPending(request('details.set', { on: open.on, change }));
  if (reply.ok) closePhotoInfo();
}

export async function saveInfoPreset(preset: PhotoInfoPreset): Promise<boolean> {
  const reply = await request('details.savePreset', preset);
  if (reply.ok) await readPresets();
  return reply.ok;
}

export async function removeInfoPreset(id: string): Promise<void> {
  const reply = await request('details.removePreset', { id });
  if (reply.ok) await readPresets();
}
