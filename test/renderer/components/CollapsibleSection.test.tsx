import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CollapsibleSection } from '../../../renderer/components/CollapsibleSection.tsx';

const drawn = (hasIssue: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <CollapsibleSection name="file" title="File" summary="Quality 92" hasIssue={hasIssue}>
        <p>inside</p>
      </CollapsibleSection>
    </MantineProvider>,
  );

it('a fold says what is set in it', () => {
  expect(drawn(false)).toContain('Quality 92');
  expect(drawn(false)).toContain('aria-expanded="false"');
  expect(drawn(false)).not.toContain('inside');
});

it('a fold is open by itself while something in it has to be put right', () => {
  expect(drawn(true)).toContain('aria-expanded="true"');
  expect(drawn(true)).toContain('inside');
  expect(drawn(true)).not.toContain('Quality 92');
});
