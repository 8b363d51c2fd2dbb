/** Outputs of operations whose files have been replaced by texts: names of result files, URLs, or base64. */
import type { NetworkUse } from '../../../contract/services/networks.ts';
import type { EngineFile, EngineOutput } from '../../operations/index.ts';

/** Stored as JSON with finished tasks. */
export type PlacedOutput =
  | { kind: 'image'; file: string; network?: NetworkUse }
  | { kind: 'images'; files: string[] }
  | { kind: 'elements'; elements: { file: string; x: number; y: number; width: number; height: number }[] }
  | { kind: 'apparel'; image: string; classes: Record<string, string> }
  | { kind: 'analysis'; body: Record<string, unknown>; denseFeatures?: number[]; hasSmallFace?: boolean };

/** Replaces each file by the text that `place` returns for it, one after the other. */
export async function placeFiles(
  output: EngineOutput,
  place: (file: EngineFile) => string | Promise<string>,
): Promise<PlacedOutput> {
  switch (output.kind) {
    case 'image':
      return { ...output, file: await place(output.file) };
    case 'images': {
      const files: string[] = [];
      for (const file of output.files) files.push(await place(file));
      return { kind: 'images', files };
    }
    case 'elements': {
      const elements = [];
      for (const element of output.elements) elements.push({ ...element, file: await place(element.file) });
      return { kind: 'elements', elements };
    }
    case 'apparel': {
      const classes: Record<string, string> = {};
      const image = await place(output.image);
      for (const [name, file] of Object.entries(output.classes)) classes[name] = await place(file);
      return { kind: 'apparel', image, classes };
    }
    case 'analysis':
      return output;
    default:
      return output satisfies never;
  }
}

/** Replaces each text, such as a name by its URL. */
export function mapFiles(output: PlacedOutput, map: (file: string) => string): PlacedOutput {
  switch (output.kind) {
    case 'image':
      return { ...output, file: map(output.file) };
    case 'images':
      return { kind: 'images', files: output.files.map(map) };
    case 'elements':
      return { kind: 'elements', elements: output.elements.map((each) => ({ ...each, file: map(each.file) })) };
    case 'apparel': {
      const classes = Object.entries(output.classes).map(([name, file]) => [name, map(file)]);
      return { kind: 'apparel', image: map(output.image), classes: Object.fromEntries(classes) };
    }
    case 'analysis':
      return output;
    default:
      return output satisfies never;
  }
}
