/** Long names, shortened in the middle. */
import { Box, Flex } from '@mantine/core';

/** Names up to this width are not split. */
const maxUnsplitWidth = 18;
const maxTailWidth = 14;

/** Wide characters, such as Chinese ones, count twice. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0);

/** Splits a long name before its last words, or in a word without spaces; the second part of a short one is empty. */
export function splitName(text: string): readonly [string, string] {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (widthOf(text) <= maxUnsplitWidth) return [text, ''];
  const starts = graphemes
    .map((_, index) => index)
    .filter((index) => widthOf(graphemes.slice(index).join('')) <= maxTailWidth);
  const start = starts.find((index) => graphemes[index] === ' ') ?? starts[0] ?? graphemes.length;
  return [graphemes.slice(0, start).join(''), graphemes.slice(start).join('')];
}

/** A name whose end stays visible, because names of batches often differ only there, as by a date. */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  const [head, tail] = splitName(text);
  if (tail === '') return text;
  return (
    <Flex component="span" miw={0} style={{ whiteSpace: 'pre' }} data-split>
      <Box component="span" miw={0} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {head}
      </Box>
      <Box component="span" flex="none">
        {tail}
      </Box>
    </Flex>
  );
}
