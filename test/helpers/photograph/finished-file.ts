import type { Box } from '../../../contract/jobs/result.ts';
import { outputSchema, renderingOf } from '../../../contract/recipes/output.ts';
import { makeFinishedFile } from '../../../main/imaging/output/make-finished-file.ts';
import { type ImageFacts, inspectImage } from '../../../main/imaging/read/inspect-image.ts';

interface Finishing {
  readonly photograph: string;
  /** The result of the last step. */
  readonly picture: {
    readonly path: string;
    readonly box?: Box | null;
    readonly madeOf?: Pick<Box, 'width' | 'height'>;
  };
  /** The output of a recipe, as a person may write it. */
  readonly output: object;
  readonly to: string;
}

/** Makes the finished file of a result, with all metadata of its photograph. */
export async function finishFile({ photograph, picture, output, to }: Finishing) {
  const facts = (await inspectImage(photograph)) as ImageFacts;
  return makeFinishedFile({
    picture: { box: null, isFinishedFile: false, ...picture },
    photograph,
    facts,
    sourceFormat: facts.format,
    isOfPhotograph: true,
    rendering: renderingOf(outputSchema.parse(output)),
    rule: { keep: 'all', without: [], creator: null, copyright: null },
    xmpChange: {},
    to,
    signal: new AbortController().signal,
  });
}
