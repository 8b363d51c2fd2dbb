/** Presets of export options: applied to the sheet, and saved from it. */
import { type ExportPreset, findExportPreset, isSameExport } from '../../../../contract/delivery/export-presets.ts';
import { request } from '../../../bridge.ts';
import { rememberGrant, sendGranted } from '../../../state/data/grants.ts';
import { applyChanges, currentData, useData } from '../../../state/data/store.ts';
import { changeExport, useExportSheet } from './exportSheet.ts';

interface ExportPresets {
  readonly all: readonly ExportPreset[];
  /** Null if none is chosen, or it was deleted. */
  readonly chosen: ExportPreset | null;
  /** Whether the options differ from the chosen preset. */
  readonly isChanged: boolean;
}

export function useExportPresets(): ExportPresets {
  const all = useData((data) => data.exportPresets);
  const { preset, options } = useExportSheet();
  const chosen = all.find(({ id }) => id === preset) ?? null;
  return { all, chosen, isChanged: chosen !== null && !isSameExport(chosen.options, options) };
}

/** Applies a preset to the sheet. Null keeps the options. */
export function choosePreset(id: string | null): void {
  useExportSheet.setState({ preset: id });
  const found = currentData().exportPresets.find((each) => each.id === id);
  if (found) changeExport(found.options);
}

/** Saves the options under a name and replaces a preset with the same name. Returns false if that fails. */
export async function savePresetAs(name: string): Promise<boolean> {
  const { options } = useExportSheet.getState();
  const id = findExportPreset(currentData().exportPresets, name)?.id ?? crypto.randomUUID();
  if (!(await save({ id, name: name.trim(), options }))) return false;
  useExportSheet.setState({ preset: id });
  return true;
}

export const renamePreset = (preset: ExportPreset, name: string) => save({ ...preset, name: name.trim() });

/** Updates the list with the response, before the next push. */
async function save(preset: ExportPreset): Promise<boolean> {
  const reply = await sendGranted((sent) => {
    const options = { ...preset.options, folder: sent(preset.options.folder) };
    return request('export.savePreset', { ...preset, options });
  });
  if (!reply.ok) return false;
  const { exportPresets } = currentData();
  const isKnown = exportPresets.some(({ id }) => id === preset.id);
  applyChanges({
    exportPresets: isKnown
      ? exportPresets.map((each) => (each.id === preset.id ? preset : each))
      : [...exportPresets, preset],
  });
  return true;
}

/** Deletes a preset. The options of the sheet stay. */
export async function removePreset({ id }: ExportPreset): Promise<void> {
  const reply = await request('export.removePreset', { id });
  if (!reply.ok) return;
  if (reply.value !== null) rememberGrant(reply.value);
  useExportSheet.setState({ preset: null });
  applyChanges({ exportPresets: currentData().exportPresets.filter((each) => each.id !== id) });
}
