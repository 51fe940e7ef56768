import { Icon, InkBar, Popover, PopoverItem, Tabs, Toast, ToastRegion } from '@gatehouse/design/content'
import { Button, CopyButton, CopyField, CopyLine } from '@gatehouse/design/controls'
import classes from './gallery.module.css'
import { Specimen } from './specimen.tsx'

const copyTexts = { copy: 'Copy', copied: 'Copied' }
const tabs = [
  { href: '#tabs', label: 'Everybody', current: true, count: 303 },
  { href: '#popover-popoveritem', label: 'Suspended', current: false, count: 2 },
]

/** Draws the components of lists and their pages. */
export function Tools() {
  return (
    <>
      <Specimen name="Tabs">
        <Tabs label="People" tabs={tabs} />
      </Specimen>
      <Specimen name="Popover, PopoverItem">
        <div className={classes.line}>
          <Popover label="Columns">
            <PopoverItem href="#tabs" isCurrent>
              Last seen
            </PopoverItem>
            <PopoverItem href="#tabs" isDanger>
              Suspend
            </PopoverItem>
          </Popover>
          <Popover label="State" look="chip">
            <PopoverItem href="#tabs">Active</PopoverItem>
          </Popover>
          <Popover label={<Icon name="more" />} name="More" look="icon">
            <PopoverItem href="#tabs">Export</PopoverItem>
          </Popover>
        </div>
      </Specimen>
      <Specimen name="CopyButton, CopyLine, CopyField">
        <p>
          <code>7c1d0a52</code>
          <CopyButton value="7c1d0a52" label="Copy the ID" copied="Copied" />
        </p>
        <label htmlFor="copied-line">Key</label>
        <CopyLine id="copied-line" value="gh_key_5f0e2a" texts={copyTexts} />
        <CopyField
          label="Redirect address"
          value="https://id.example.org/callback"
          texts={copyTexts}
          hint="Register it at the provider."
        />
      </Specimen>
    </>
  )
}

/** Draws what is fixed to the window, in windows of its own. */
export function WindowParts() {
  return (
    <>
      <Specimen name="InkBar">
        <div className={classes.window}>
          <InkBar
            label="Selected people"
            at="list"
            state="3 selected"
            actions={
              <>
                <button type="button">Sign out</button>
                <button type="button" data-danger>
                  Delete
                </button>
              </>
            }
          >
            <label>
              <input type="checkbox" /> All 303
            </label>
          </InkBar>
        </div>
        <div className={classes.window}>
          <InkBar
            label="Draft"
            at="window"
            state="2 changes are not published."
            actions={
              <>
                <button type="button">Discard</button>
                <button type="button" data-main>
                  Publish
                </button>
              </>
            }
          />
        </div>
      </Specimen>
      <Specimen name="Toast, ToastRegion">
        <div className={classes.window}>
          <ToastRegion>
            <Toast awayLabel="Close" onAway={() => {}}>
              Ada Lovelace was signed out. <a href="#toast-toastregion">Undo</a>
            </Toast>
            <Toast awayLabel="Close" onAway={() => {}} action={<Button size="small">Undo</Button>}>
              ada@example.org was removed from this list.
            </Toast>
            <Toast tone="bad" awayLabel="Close" onAway={() => {}}>
              Three of 40 people could not be suspended.
            </Toast>
          </ToastRegion>
        </div>
      </Specimen>
    </>
  )
}
