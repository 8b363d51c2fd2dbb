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

it('shows the summary of its content', () => {
  expect(drawn(false)).toContain('Quality 92');
  expect(drawn(false)).toContain('aria-expanded="false"');
  expect(drawn(false)).not.toContain('inside');
});

it('opens automatically while its content has an issue', () => {
  expect(drawn(true)).toContain('aria-expanded="true"');
  expect(drawn(true)).toContain('inside');
  expect(drawn(true)).not.toContain('Quality 92');
});
