import { useSearchParams } from 'react-router'

/** A dialog opened by the address, so that the command palette can link to it: `?do=add`. */
export function useAddressDialog(task: string) {
  const [params, setParams] = useSearchParams()
  const ask = (asked: string) => {
    const next = new URLSearchParams(location.search)
    if (asked) next.set('do', asked)
    else next.delete('do')
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return {
    isOpen: params.get('do') === task,
    open: () => ask(task),
    close: () => ask(''),
  }
}
