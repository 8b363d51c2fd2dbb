import { Button, Group, TextInput } from '@mantine/core';

interface TextEntryProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
  readonly submitLabel: string;
  readonly isDisabled: boolean;
  readonly onSubmit: () => void;
  readonly testId: string;
  readonly submitTestId: string;
}

/** A setting that is typed and takes effect with its button. */
export function TextEntry(props: TextEntryProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={props.label}
          placeholder={props.placeholder}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          maxLength={props.maxLength}
          size="xs"
          spellCheck={false}
          data-testid={props.testId}
        />
        <Button type="submit" size="xs" variant="default" disabled={props.isDisabled} data-testid={props.submitTestId}>
          {props.submitLabel}
        </Button>
      </Group>
    </form>
  );
}
