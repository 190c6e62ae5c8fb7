import {
  BoldOutlined,
  ClearOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { webAddress } from '../RichText.tsx'

/** What the kit knows of what the server keeps. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      autolink: false,
      openOnClick: false,
      isAllowedUri: address => webAddress(address) !== null,
      HTMLAttributes: { target: null, rel: null },
    },
    // They draw what the styles here do not know, or write a line that nobody typed.
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
  }),
]

interface ToolKind {
  name: string
  icon: ReactNode
  run: (editor: Editor) => void
  /** Whether the text at the cursor is so already. */
  isOn?: (editor: Editor) => boolean
}

const tools: readonly ToolKind[] = [
  {
    name: '加粗',
    icon: <BoldOutlined />,
    run: editor => editor.chain().focus().toggleBold().run(),
    isOn: editor => editor.isActive('bold'),
  },
  {
    name: '斜体',
    icon: <ItalicOutlined />,
    run: editor => editor.chain().focus().toggleItalic().run(),
    isOn: editor => editor.isActive('italic'),
  },
  {
    name: '小标题',
    icon: <FontSizeOutlined />,
    run: editor => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: editor => editor.isActive('heading', { level: 3 }),
  },
  {
    name: '项目列表',
    icon: <UnorderedListOutlined />,
    run: editor => editor.chain().focus().toggleBulletList().run(),
    isOn: editor => editor.isActive('bulletList'),
  },
  {
    name: '编号列表',
    icon: <OrderedListOutlined />,
    run: editor => editor.chain().focus().toggleOrderedList().run(),
    isOn: editor => editor.isActive('orderedList'),
  },
  {
    name: '清除格式',
    icon: <ClearOutlined />,
    run: editor => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
]

interface Props {
  id: string | undefined
  label: string
  start: string
  onWrite: (html: string) => void
  onBlur: (() => void) | undefined
}

/** The tools and the text under them; mounted anew, it begins from `start`. */
export default function RichEditorArea({ id, label, start, onWrite, onBlur }: Props) {
  const editor = useEditor({
    extensions,
    content: start,
    // The page's policy allows no styles from elsewhere: what the editor needs is in richEditor.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        ...(id !== undefined && { id }),
        class: 'ui-rich ui-editor-area',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handleDOMEvents: {
        // As plain words: other programs' formatting brings styles and scripts that the page's policy refuses.
        paste: (view, event) => {
          event.preventDefault()
          return view.pasteText(event.clipboardData?.getData('text/plain') ?? '')
        },
      },
      // A file that is dropped would be opened in place of the page.
      handleDrop: () => true,
    },
    onUpdate: ({ editor: { state }, editor: written }) =>
      onWrite(state.doc.textContent.trim() === '' ? '' : written.getHTML()),
    onBlur: () => onBlur?.(),
  })
  const on = useEditorState({ editor, selector: () => tools.map(({ isOn }) => isOn?.(editor)) })
  return (
    <>
      <div className="ui-editor-tools" role="toolbar" aria-label="格式">
        {tools.map(({ name, icon, run }, index) => (
          <Tooltip key={name} title={name}>
            <Button
              type="text"
              size="small"
              aria-label={name}
              aria-pressed={on[index]}
              icon={icon}
              // The selection stays where it is.
              onMouseDown={event => event.preventDefault()}
              onClick={() => run(editor)}
            />
          </Tooltip>
        ))}
      </div>
      <EditorContent editor={editor} />
    </>
  )
}
