/**
 * Small previews for desks that cannot reach the files: a desk requests them in the database, a station that can reach the files makes
 * them, and the desk stores them. Nothing from the database is trusted.
 */
import type { PreviewSubject } from '../../store/index.ts';
import { StudioRefused, StudioUnreachable } from '../connection/studio-database.ts';
import { createPreviewMaker, type MakerContext } from './make-previews.ts';
import { type PreviewLimits, PreviewRequests, type RequestContext } from './preview-requests.ts';
import { channel, madeTopic, requestedTopic } from './preview-sql.ts';

/** Draws and stores pictures. */
export type PreviewPictures = RequestContext['pictures'] & MakerContext['pictures'];

export interface PreviewExchange {
  start(): void;
  /** @see PreviewRequests.add */
  request(subject: PreviewSubject): Promise<boolean>;
  stop(): void;
}

type ExchangeContext = Omit<RequestContext & MakerContext, 'isRunning'>;

export function createPreviewExchange(context: ExchangeContext, limits?: PreviewLimits): PreviewExchange {
  const { database, station } = context;
  let isRunning = false;
  const report = (error: unknown) => {
    // A station without the right to write gets no previews.
    if (!(error instanceof StudioUnreachable) && !(error instanceof StudioRefused) && isRunning) context.onError(error);
  };
  const requests = new PreviewRequests({ ...context, isRunning: () => isRunning, onError: report }, limits);
  const makePreviews = createPreviewMaker({ ...context, isRunning: () => isRunning });
  const makeSoon = () => void makePreviews().catch(report);

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      database.listen(channel, (topic) => {
        if (['', requestedTopic, station].includes(topic)) makeSoon();
        if (topic === '' || requests.isOpen((job) => topic === madeTopic(job))) void requests.refresh();
      });
      makeSoon();
    },
    request: (subject) => (isRunning ? requests.add(subject) : Promise.resolve(false)),
    stop() {
      isRunning = false;
      requests.stop();
    },
  };
}
