/** Faces of the photograph in the loupe, from an analysis or else from the built-in engine, to be shown at full size. */
import i18next from 'i18next';
import { type RefObject, useRef } from 'react';
import type { Box } from '../../../../contract/jobs/result.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import type { StageHandle } from '../../../components/stage/Stage.tsx';
import { notify } from '../../../notifications.tsx';
import { isSameShape } from '../../../state/stage/stageGeometry.ts';
import { readAnalysis } from '../analysis/readAnalysis.ts';
import { useLoupeView } from '../loupe/loupeView.ts';
import { faceAfter, faceBounds } from './faceBounds.ts';

interface FoundFaces {
  readonly photographId: number;
  readonly faces: readonly Box[];
}

export interface Faces {
  /** Shows the next (1) or previous (-1) face. */
  go(delta: 1 | -1): Promise<void>;
  /** Returns the location of the first face if faces have been found, in fractions of the sides. */
  first(): { readonly x: number; readonly y: number } | null;
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

export function useFaces(
  photograph: PhotographView | null,
  version: VersionView | null,
  versions: readonly VersionView[],
  stage: RefObject<StageHandle | null>,
): Faces {
  const found = useRef<FoundFaces | null>(null);
  const currentId = useRef(photograph?.id);
  currentId.current = photograph?.id;

  const facesOf = async (photographId: number): Promise<readonly Box[] | null> => {
    if (found.current?.photographId === photographId) return found.current.faces;
    const analyzed = await facesOfAnalyses(versions);
    let faces: readonly Box[] | null = analyzed;
    if (analyzed.length === 0) {
      const reply = await request('loupe.faces', { id: photographId });
      faces = reply.ok ? reply.value : null;
    }
    if (faces !== null) found.current = { photographId, faces };
    return faces;
  };

  return {
    async go(delta) {
      if (!photograph) return;
      const { id } = photograph;
      const { face } = useLoupeView.getState();
      const isHere = face?.photographId === id;
      // The search is running.
      if (isHere && face.index < 0) return;
      if (!hasSameGeometry(version, photograph))
        return notify({ tone: 'info', text: () => i18next.t('panes.faces.otherShape') });
      if (!isHere) useLoupeView.setState({ face: { photographId: id, index: -1, count: 0 } });
      const faces = await facesOf(id);
      // Another photograph was opened in the meantime.
      if (currentId.current !== id) return;
      if (faces === null || faces.length === 0) {
        useLoupeView.setState({ face: null });
        if (faces !== null) notify({ tone: 'info', text: () => i18next.t('panes.faces.none') });
        return;
      }
      const index = faceAfter(isHere ? face.index : null, delta, faces.length);
      useLoupeView.setState({ face: { photographId: id, index, count: faces.length } });
      const { x, y } = middleOf(faces[index]!);
      stage.current?.showAt(x, y);
    },
    first() {
      const { photographId, faces = [] } = found.current ?? {};
      return faces[0] && photographId === photograph?.id ? middleOf(faces[0]) : null;
    },
  };
}

/** Whether relative locations in the photograph are valid in the displayed picture. */
function hasSameGeometry(version: VersionView | null, photograph: PhotographView): boolean {
  if (version === null) return true;
  const { kind, box, width, height } = version;
  if (kind === 'analysis' || box !== null) return true;
  return width !== null && height !== null && isSameShape({ width, height }, photograph);
}

/** Returns the faces of the newest analysis that found any. */
async function facesOfAnalyses(versions: readonly VersionView[]): Promise<readonly Box[]> {
  for (const { id } of versions.filter(({ kind, present }) => kind === 'analysis' && present).toReversed()) {
    const reply = await requestQuietly('results.analysis', { id });
    const view = reply.ok ? reply.value : null;
    const faces = view ? faceBounds(readAnalysis(view), view) : [];
    if (faces.length > 0) return faces;
  }
  return [];
}
