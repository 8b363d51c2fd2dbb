/** A button that copies a text to the clipboard and confirms it. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface CopyButtonProps {
  /** The text, or a function that loads it on click and returns null on failure. */
  readonly text: string | (() => Promise<string | null>);
  readonly label: string;
  /** Whether it is in a row of form controls rather than below a text. */
  readonly inForm?: boolean;
  readonly testId?: string;
}

export function CopyButton({ text, label, inForm = false, testId }: CopyButtonProps) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const copy = async () => {
    const value = typeof text === 'string' ? text : await text();
    if (value !== null) clipboard.copy(value);
  };
  return (
    <Button
      size={inForm ? 'xs' : 'compact-sm'}
      variant="default"
      mt={inForm ? 0 : 8}
      leftSection={clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={() => void copy()}
      data-testid={testId ?? 'copy-button'}
    >
      {clipboard.copied ? t('actions.copied') : label}
    </Button>
  );
}
