import { paths } from '#web/paths.ts'
import { SearchIcon } from '#web/ui/icons/icons.tsx'
import { RESULTS_ID, resultId, SearchResults } from './search-results.tsx'
import { useSearchField } from './use-search-field.ts'

/** On narrow screens the field is as small as a button, and as wide as the header when focused. */
const inputLook =
  'min-h-11 w-full rounded-md border border-line bg-raised pr-9 pl-11 text-base text-ink placeholder:text-soft hover:border-edge ' +
  'focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden max-lg:not-focus:w-11 max-lg:not-focus:cursor-pointer ' +
  'max-lg:not-focus:border-transparent max-lg:not-focus:bg-transparent max-lg:not-focus:px-0 max-lg:not-focus:text-transparent ' +
  'max-lg:not-focus:placeholder:text-transparent'

/** Finds a game from any page: "/" focuses the field. Without JavaScript it leads to the list of all games. */
export function Search() {
  const { input, text, shown, active, type, press, submit, open, close, leave } = useSearchField()
  const hasGames = shown !== null && (shown.games ?? []).length > 0
  return (
    <search
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
      className="group z-10 ml-auto block max-lg:focus-within:absolute max-lg:focus-within:inset-x-3 lg:relative lg:max-w-96 lg:flex-1"
    >
      <form action={paths.allGames} onSubmit={submit}>
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-soft max-lg:text-ink">
            <SearchIcon />
          </span>
          <input
            ref={input}
            type="search"
            name="q"
            aria-label="Search games"
            role="combobox"
            aria-expanded={shown !== null}
            aria-controls={RESULTS_ID}
            aria-autocomplete="list"
            aria-activedescendant={hasGames ? resultId(active) : undefined}
            autoComplete="off"
            enterKeyHint="go"
            placeholder="Search games"
            value={text}
            onFocus={open}
            onKeyDown={press}
            onChange={({ target }) => type(target.value)}
            className={inputLook}
          />
          <kbd
            aria-hidden="true"
            className="for-scripted pointer-events-none absolute top-2.5 right-2.5 hidden size-6 place-items-center rounded-sm border border-line font-sans text-xs text-soft group-focus-within:hidden lg:grid"
          >
            /
          </kbd>
        </div>
      </form>
      <SearchResults found={shown} active={active} onFollow={leave} />
    </search>
  )
}
