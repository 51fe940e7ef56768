/** One arrow of a state machine. */
export interface Transition<State extends string = string, Event extends string = string> {
  readonly from: State
  readonly on: Event
  readonly to: State
}

/** Follows an event. An event without an arrow is a bug in the caller: handlers use only events of the table. */
export function advance<State extends string, Event extends string>(
  transitions: readonly Transition<State, Event>[],
  from: string,
  on: NoInfer<Event>,
): State {
  const arrow = transitions.find((transition) => transition.from === from && transition.on === on)
  if (!arrow) throw new Error(`no transition from ${from} on ${on}`)
  return arrow.to
}
