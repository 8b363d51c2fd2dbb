/** Keeps a fault in one screen from taking the whole window along. */
import { Button } from '@mantine/core';
import i18next from 'i18next';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/Screen.tsx';

interface State {
  readonly broken: boolean;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <EmptyState title={i18next.t('crashed.title')} text={i18next.t('crashed.text')} testId="screen-broken">
        <Button variant="default" onClick={() => this.setState({ broken: false })}>
          {i18next.t('crashed.again')}
        </Button>
      </EmptyState>
    );
  }
}
