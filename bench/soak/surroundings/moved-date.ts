/** Returns a `Date` that is ahead of the system's clock by so many milliseconds. */
export function movedDate(offsetMs: () => number, system: DateConstructor = Date): DateConstructor {
  const moved: ProxyHandler<DateConstructor> = {
    construct: (_target, given: readonly unknown[], newTarget) =>
      Reflect.construct(system, given.length === 0 ? [system.now() + offsetMs()] : given, newTarget),
    apply: () => new system(system.now() + offsetMs()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  }
  const now = () => system.now() + offsetMs()
  return new Proxy(system, moved)
}
