/** Named ways to export: choosing one fills the sheet, and what the sheet says can be given a name. */
import { type ExportPreset, findExportPreset, isSameExport } from '../../../../contract/delivery/export-presets.ts';
import { request } from '../../../bridge.ts';
import { rememberGrant, sendGranted } from '../../../state/data/grants.ts';
import { applyChanges, currentData, useData } from '../../../state/data/store.ts';
import { changeExport, useExportSheet } from './exportSheet.ts';

interface ExportPresets {
  readonly all: readonly ExportPreset[];
  /** Null where none is chosen, or it is gone. */
  readonly chosen: ExportPreset | null;
  /** The sheet says something else than the chosen one. */
  readonly isChanged: boolean;
}

export function useExportPresets(): ExportPresets {
  const all = useData((data) => data.exportPresets);
  const { preset, options } = useExportSheet();
  const found = all.find(({ id }) => id === preset) ?? null;
  return { all, chosen: found, isChanged: found !== null && !isSameExport(found.options, options) };
}

/** Fills the sheet with it; with none, the sheet stays as it is. */
export function choosePreset(id: string | null): void {
  useExportSheet.setState({ preset: id });
  const found = currentData().exportPresets.find((each) => each.id === id);
  if (found) changeExport(found.options);
}

/** Keeps what the sheet says under that name, in place of a preset that has it. False where it was refused. */
export async function savePresetAs(name: string): Promise<boolean> {
  const { options } = useExportSheet.getState();
  const id = findExportPreset(currentData().exportPresets, name)?.id ?? crypto.randomUUID();
  if (!(await save({ id, name: name.trim(), options }))) return false;
  useExportSheet.setState({ preset: id });
  return true;
}

export const renamePreset = (preset: ExportPreset, name: string) => save({ ...preset, name: name.trim() });

/** It is in the list with the answer, as `savePreset` of marketplaces. */
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

/** What the sheet says stays. */
export async function removePreset({ id }: ExportPreset): Promise<void> {
  const reply = await request('export.removePreset', { id });
  if (!reply.ok) return;
  if (reply.value !== null) rememberGrant(reply.value);
  useExportSheet.setState({ preset: null });
  applyChanges({ exportPresets: currentData().exportPresets.filter((each) => each.id !== id) });
}
