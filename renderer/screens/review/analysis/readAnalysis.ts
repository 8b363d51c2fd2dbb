/** Reads the stored response of an analysis. */
import type { AnalysisView } from '../../../../contract/jobs/result.ts';
import { operations } from '../../../../contract/operations/table.ts';
import type { AnalysisModel } from './analysisModel.ts';
import { readFaces } from './faces.ts';
import { readLandmarks } from './landmarks.ts';
import { readSkin } from './skin.ts';

/** Never throws. Unknown content is left out, and is shown only in the data tree. */
export function readAnalysis(view: Pick<AnalysisView, 'operation' | 'body'>): AnalysisModel {
  switch (operations[view.operation].result) {
    case 'landmarks':
      return readLandmarks(view.body);
    case 'skin':
      return readSkin(view.body);
    case 'face-analysis':
      return readFaces(view.body);
    default:
      return { faces: [], groups: [], warnings: [], marks: [] };
  }
}

/** Returns the names of the point sets, smallest first. */
export function setsOf(reading: AnalysisModel): readonly string[] {
  return [...new Set(reading.faces.flatMap((face) => Object.keys(face.sets)))].sort((a, b) => Number(a) - Number(b));
}
