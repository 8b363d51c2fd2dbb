/** State of the photo info sheet: its photographs, the info they share, and the presets. */
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

/** Opens the sheet for the photograph in the loupe, otherwise for the selection, otherwise for all listed photographs. */
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

/** Writes the change and closes the sheet, unless the change is rejected. */
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
