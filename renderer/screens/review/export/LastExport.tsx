/** A button that shows the last export in its folder, and the outcome of one that ended while the sheet was open. */
import { Button, Group, Text } from '@mantine/core';

interface LastExportProps {
  readonly label: string;
  /** Undefined before the first export. */
  readonly onReveal: (() => void) | undefined;
  readonly ended: (() => string) | null;
  readonly testId: string;
}

export function LastExport({ label, onReveal, ended, testId }: LastExportProps) {
  return (
    <Group flex={1} gap="sm" wrap="nowrap" miw={0}>
      {onReveal && (
        <Button flex="none" variant="default" onClick={onReveal} data-testid={`${testId}-reveal`}>
          {label}
        </Button>
      )}
      <Text
        inherit
        c="dimmed"
        fz="xs"
        style={{ overflowWrap: 'anywhere' }}
        role="status"
        data-testid={`${testId}-ended`}
      >
        {ended?.()}
      </Text>
    </Group>
  );
}
