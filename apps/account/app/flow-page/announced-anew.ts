import type { ContinueWith, SettingsFlow } from '@gatehouse/contract/flows'

/**
 * What follows after settings were saved, without the verification of an address that was there before the page was
 * opened: Ory Kratos 1.3 announces every unconfirmed address after every save, and a person who saved a name does not want to be
 * taken away from the news that it was saved. The address of a change is younger than the flow.
 */
export function announcedAnew(flow: SettingsFlow): readonly ContinueWith[] {
  // Some engines keep the time of an address by the second, that of a flow more exactly.
  const opened = Math.floor(Date.parse(flow.issued_at) / 1000) * 1000
  const old = (flow.identity.verifiable_addresses ?? []).filter(
    ({ created_at: created }) => created !== undefined && Date.parse(created) < opened,
  )
  return (flow.continue_with ?? []).filter(
    (item) =>
      item.action !== 'show_verification_ui' || !old.some(({ value }) => value === item.flow.verifiable_address),
  )
}
