/* What the compiled engine does most often, done without a call, or with a shorter one.

   This header stands before the one of the same name that mypyc writes, so that the C files of the
   engine use what is defined here in the place of Python's and mypyc's own functions; these stay as
   they are for everybody else. Nothing behaves otherwise but for two things that no program can see:
   equal numbers may be one object, and short lists keep their room, also when nobody needs them any
   more, so that the next list finds it. */

#include_next "__native_internal_engine.h"

#ifndef DECKMASTOR_INLINE_H
#define DECKMASTOR_INLINE_H

#if PY_VERSION_HEX < 0x030C0000 && !defined(Py_REF_DEBUG)

#define HERE static inline __attribute__((always_inline))
#define APART static __attribute__((noinline))
#define SHARED __attribute__((common, visibility("hidden"))) /* one for all files */

/* ---- what is rare ------------------------------------------------------------------------ */

/* The compiler puts all that leads to one of these far away, where it takes no room among what is
   run again and again: errors on their way, and numbers that need more than a machine word. */
#define RARE(name) extern __typeof__(name) name __attribute__((cold))

RARE(CPy_AddTraceback);
RARE(CPy_AttributeError);
RARE(CPy_TypeError);
RARE(CPy_TypeErrorTraceback);
RARE(CPyError_OutOfMemory);
RARE(CPyList_GetItemBorrow);
RARE(CPyList_GetItemInt64Borrow);
RARE(CPyList_SetItem);
RARE(CPyList_SetItemInt64);
RARE(CPyTagged_Add_);
RARE(CPyTagged_BitwiseLongOp_);
RARE(CPyTagged_DecRef);
RARE(CPyTagged_IncRef);
RARE(CPyTagged_IsEq_);
RARE(CPyTagged_IsLt_);
RARE(CPyTagged_Subtract_);
RARE(PyErr_SetString);
static __typeof__(CPy_DecRef) CPy_DecRef __attribute__((cold));
static __typeof__(CPy_XDecRef) CPy_XDecRef __attribute__((cold));

/* ---- lists that nobody needs any more ---------------------------------------------------- */

#define ROOM 64    /* a list of no more places keeps them */
#define CLEARED 512 /* likewise, if it is cleared and goes on to be used */
#define SPARES 256 /* lists that are kept */
#define LEAST 24   /* places that a list gets if it must grow */

SHARED PyListObject *deck_spare[SPARES];
SHARED int deck_spares;

/* What happens to an object that nobody refers to. A spare list is alive and empty all the time. */
APART void deck_gone(PyObject *one) {
    PyListObject *list = (PyListObject *)one;
    if (!PyList_CheckExact(one) || list->allocated > ROOM || deck_spares == SPARES
        || list->ob_item == NULL) {
        _Py_Dealloc(one);
        return;
    }
    PyObject **items = list->ob_item;
    Py_ssize_t at = Py_SIZE(list);
    Py_SET_REFCNT(one, 1);
    Py_SET_SIZE(list, 0);
    while (--at >= 0) {
        PyObject *item = items[at];
        if (item != NULL && --item->ob_refcnt == 0) deck_gone(item);
    }
    if (deck_spares < SPARES) deck_spare[deck_spares++] = list;
    else if (--one->ob_refcnt == 0) _Py_Dealloc(one);
}

HERE void deck_drop(PyObject *one) {
    if (unlikely(--one->ob_refcnt == 0)) deck_gone(one);
}

HERE void deck_drop_any(PyObject *one) {
    if (one != NULL) deck_drop(one);
}

#undef Py_DECREF
#define Py_DECREF(one) deck_drop((PyObject *)(one))
#undef Py_XDECREF
#define Py_XDECREF(one) deck_drop_any((PyObject *)(one))
#undef Py_CLEAR
#define Py_CLEAR(one)                             \
    do {                                          \
        PyObject *cleared = (PyObject *)(one);    \
        if (cleared != NULL) {                    \
            (one) = NULL;                         \
            deck_drop(cleared);                   \
        }                                         \
    } while (0)
#undef CPy_DECREF
#define CPy_DECREF(one) deck_drop((PyObject *)(one))
#undef CPy_XDECREF
#define CPy_XDECREF(one) deck_drop_any((PyObject *)(one))

/* ---- new lists --------------------------------------------------------------------------- */

APART bool deck_wider(PyListObject *list, Py_ssize_t size) {
    if (size < LEAST) size = LEAST;
    PyObject **items = PyMem_Realloc(list->ob_item, size * sizeof(PyObject *));
    if (items == NULL) return false;
    list->ob_item = items;
    list->allocated = size;
    return true;
}

/* An empty list that nobody has, with room for so many items; NULL if there is none. */
HERE PyListObject *deck_found(Py_ssize_t size) {
    if (unlikely(deck_spares == 0 || size > ROOM)) return NULL;
    PyListObject *list = deck_spare[deck_spares - 1];
    if (unlikely(list->allocated < size) && !deck_wider(list, size)) return NULL;
    deck_spares--;
    return list;
}

/* A list with room for so many items, which must be set before anybody sees it. */
APART PyObject *deck_list_of(Py_ssize_t size) {
    PyListObject *list = deck_found(size);
    if (list == NULL) return PyList_New(size);
    for (Py_ssize_t at = 0; at < size; at++) list->ob_item[at] = NULL;
    Py_SET_SIZE(list, size);
    return (PyObject *)list;
}

APART PyObject *deck_copied(PyObject *one) {
    PyListObject *list = (PyListObject *)one, *copy = NULL;
    Py_ssize_t size = PyList_GET_SIZE(list);
    if (likely(PyList_CheckExact(one))) copy = deck_found(size);
    if (copy == NULL) return CPyList_Copy(one);
    for (Py_ssize_t at = 0; at < size; at++) {
        PyObject *item = list->ob_item[at];
        Py_INCREF(item);
        copy->ob_item[at] = item;
    }
    Py_SET_SIZE(copy, size);
    return (PyObject *)copy;
}

/* A list of items, which it takes over. */
APART PyObject *deck_listed(Py_ssize_t size, PyObject **items) {
    PyListObject *list = deck_found(size);
    if (list == NULL) list = (PyListObject *)PyList_New(size);
    if (list == NULL) return NULL;
    for (Py_ssize_t at = 0; at < size; at++) list->ob_item[at] = items[at];
    Py_SET_SIZE(list, size);
    return (PyObject *)list;
}

#define PyList_New deck_list_of
#define CPyList_Copy deck_copied
#define CPyList_Build(size, ...) deck_listed(size, (PyObject *[]){__VA_ARGS__})

/* ---- items of lists ---------------------------------------------------------------------- */

/* An index in its place is short and not negative: as a number without a sign it is small. */
HERE bool deck_within(PyObject *list, CPyTagged index) {
    return !(index & CPY_INT_TAG) && (size_t)index >> 1 < (size_t)PyList_GET_SIZE(list);
}

HERE PyObject *deck_borrowed(PyObject *list, CPyTagged index) {
    if (likely(deck_within(list, index))) return PyList_GET_ITEM(list, (size_t)index >> 1);
    return CPyList_GetItemBorrow(list, index);
}

HERE PyObject *deck_item(PyObject *list, CPyTagged index) {
    PyObject *item = deck_borrowed(list, index);
    Py_XINCREF(item);
    return item;
}

HERE bool deck_set_item(PyObject *list, CPyTagged index, PyObject *value) {
    if (likely(deck_within(list, index))) {
        PyObject *before = PyList_GET_ITEM(list, (size_t)index >> 1);
        PyList_SET_ITEM(list, (size_t)index >> 1, value);
        deck_drop(before);
        return true;
    }
    return CPyList_SetItem(list, index, value);
}

HERE PyObject *deck_borrowed_64(PyObject *list, int64_t index) {
    if (likely((size_t)index < (size_t)PyList_GET_SIZE(list))) return PyList_GET_ITEM(list, index);
    return CPyList_GetItemInt64Borrow(list, index);
}

HERE PyObject *deck_item_64(PyObject *list, int64_t index) {
    PyObject *item = deck_borrowed_64(list, index);
    Py_XINCREF(item);
    return item;
}

HERE bool deck_set_item_64(PyObject *list, int64_t index, PyObject *value) {
    if (likely((size_t)index < (size_t)PyList_GET_SIZE(list))) {
        PyObject *before = PyList_GET_ITEM(list, index);
        PyList_SET_ITEM(list, index, value);
        deck_drop(before);
        return true;
    }
    return CPyList_SetItemInt64(list, index, value);
}

HERE int deck_append(PyObject *list, PyObject *item) {
    Py_ssize_t size = PyList_GET_SIZE(list);
    if (likely(size < ((PyListObject *)list)->allocated)) {
        Py_INCREF(item);
        Py_SET_SIZE((PyListObject *)list, size + 1);
        PyList_SET_ITEM(list, size, item);
        return 0;
    }
    return PyList_Append(list, item);
}

APART bool deck_joined(PyObject *list, PyObject *more) {
    if (!PyList_CheckExact(list) || !PyList_CheckExact(more)) return false;
    Py_ssize_t size = PyList_GET_SIZE(list), added = PyList_GET_SIZE(more);
    if (size + added > ((PyListObject *)list)->allocated) return false;
    for (Py_ssize_t at = 0; at < added; at++) {
        PyObject *item = PyList_GET_ITEM(more, at);
        Py_INCREF(item);
        PyList_SET_ITEM(list, size + at, item);
    }
    Py_SET_SIZE((PyListObject *)list, size + added);
    return true;
}

HERE PyObject *deck_concat(PyObject *list, PyObject *more) {
    if (!deck_joined(list, more)) return PySequence_InPlaceConcat(list, more);
    Py_INCREF(list);
    return list;
}

HERE PyObject *deck_extend(PyObject *list, PyObject *more) {
    if (!deck_joined(list, more)) return CPyList_Extend(list, more);
    Py_RETURN_NONE;
}

APART PyObject *deck_pop(PyObject *list, CPyTagged index) {
    if (!deck_within(list, index) || ((PyListObject *)list)->allocated > ROOM)
        return CPyList_Pop(list, index);
    PyObject **items = ((PyListObject *)list)->ob_item;
    Py_ssize_t at = index >> 1, size = PyList_GET_SIZE(list) - 1;
    PyObject *item = items[at];
    for (; at < size; at++) items[at] = items[at + 1];
    Py_SET_SIZE((PyListObject *)list, size);
    return item;
}

HERE PyObject *deck_pop_last(PyObject *list) {
    Py_ssize_t size = PyList_GET_SIZE(list);
    if (likely(size > 0 && ((PyListObject *)list)->allocated <= ROOM)) {
        Py_SET_SIZE((PyListObject *)list, size - 1);
        return PyList_GET_ITEM(list, size - 1);
    }
    return CPyList_PopLast(list);
}

APART char deck_clear(PyObject *list) {
    if (!PyList_CheckExact(list) || ((PyListObject *)list)->allocated > CLEARED)
        return CPyList_Clear(list);
    for (Py_ssize_t at = PyList_GET_SIZE(list); --at >= 0;) {
        PyObject *item = PyList_GET_ITEM(list, at);
        Py_SET_SIZE((PyListObject *)list, at);
        deck_drop(item);
    }
    return 1;
}

#define CPyList_GetItem deck_item
#define CPyList_GetItemShort deck_item
#define CPyList_GetItemBorrow deck_borrowed
#define CPyList_GetItemShortBorrow deck_borrowed
#define CPyList_GetItemInt64 deck_item_64
#define CPyList_GetItemInt64Borrow deck_borrowed_64
#define CPyList_SetItem deck_set_item
#define CPyList_SetItemInt64 deck_set_item_64
#define CPyList_Extend deck_extend
#define CPyList_Pop deck_pop
#define CPyList_PopLast deck_pop_last
#define CPyList_Clear deck_clear
#define PyList_Append deck_append
#define PySequence_InPlaceConcat deck_concat

/* ---- numbers as objects, and back -------------------------------------------------------- */

#define NUMBERS 4096 /* numbers that are kept as objects, each where its bits say */
#define PLACING 0x80fe800200001u /* numbers, words and heads of frames come apart */
#define NEAR 512     /* numbers around zero, which lie in a row */
#define BELOW 8      /* those of them that are less */

SHARED PyObject *deck_near[NEAR];
SHARED PyObject *deck_objects[NUMBERS];
SHARED CPyTagged deck_numbers[NUMBERS];

APART PyObject *deck_made(CPyTagged number, size_t at) {
    PyObject *made = CPyTagged_StealAsObject(number);
    if (!(number & CPY_INT_TAG)) {
        PyObject *before = deck_objects[at];
        Py_INCREF(made);
        deck_objects[at] = made;
        deck_numbers[at] = number;
        deck_drop_any(before);
    }
    return made;
}

APART PyObject *deck_boxed_far(CPyTagged number) {
    size_t at = (uint64_t)number * PLACING >> 52;
    PyObject *kept = deck_objects[at];
    if (likely(kept != NULL && deck_numbers[at] == number)) {
        Py_INCREF(kept);
        return kept;
    }
    return deck_made(number, at);
}

APART PyObject *deck_made_near(CPyTagged number) {
    PyObject *made = CPyTagged_StealAsObject(number);
    Py_INCREF(made);
    deck_near[((Py_ssize_t)number >> 1) + BELOW] = made;
    return made;
}

HERE PyObject *deck_boxed(CPyTagged number) {
    size_t at = (size_t)number + 2 * BELOW; /* large for all that is not short and near */
    if (unlikely(at >= 2 * NEAR || at & CPY_INT_TAG)) return deck_boxed_far(number);
    PyObject *kept = deck_near[at >> 1];
    if (unlikely(kept == NULL)) return deck_made_near(number);
    Py_INCREF(kept);
    return kept;
}

/* Whether an object is a number of one digit at most, and which. */
HERE bool deck_short(PyObject *object, CPyTagged *number) {
    Py_ssize_t size = Py_SIZE(object);
    CPyTagged digit = (CPyTagged)((PyLongObject *)object)->ob_digit[0] << 1;
    *number = size == 1 ? digit : size == 0 ? 0 : -digit;
    return size <= 1 && size >= -1;
}

/* The words of a book are numbers of two digits, and a label without a value is one of three. */
HERE bool deck_longer(PyObject *object, CPyTagged *number) {
    Py_ssize_t size = Py_SIZE(object);
    digit *digits = ((PyLongObject *)object)->ob_digit;
    if (size == 2) {
        *number = ((CPyTagged)digits[1] << PyLong_SHIFT | digits[0]) << 1;
        return true;
    }
    if (size != -3 || digits[2] != 1) return false;
    *number = ((CPyTagged)digits[1] << PyLong_SHIFT | digits[0]) << 1;
    *number = -(*number | (CPyTagged)2 << 2 * PyLong_SHIFT);
    return true;
}

APART CPyTagged deck_long(PyObject *object) {
    CPyTagged number;
    return deck_longer(object, &number) ? number : CPyTagged_FromObject(object);
}

APART CPyTagged deck_long_borrowed(PyObject *object) {
    CPyTagged number;
    return deck_longer(object, &number) ? number : CPyTagged_BorrowFromObject(object);
}

HERE CPyTagged deck_number(PyObject *object) {
    CPyTagged number;
    return likely(deck_short(object, &number)) ? number : deck_long(object);
}

HERE CPyTagged deck_number_borrowed(PyObject *object) {
    CPyTagged number;
    return likely(deck_short(object, &number)) ? number : deck_long_borrowed(object);
}

HERE CPyTagged deck_sum(CPyTagged left, CPyTagged right) {
    Py_ssize_t sum;
    if (likely(!((left | right) & CPY_INT_TAG)
               && !__builtin_add_overflow((Py_ssize_t)left, (Py_ssize_t)right, &sum)))
        return (CPyTagged)sum;
    return CPyTagged_Add_(left, right);
}

HERE CPyTagged deck_difference(CPyTagged left, CPyTagged right) {
    Py_ssize_t rest;
    if (likely(!((left | right) & CPY_INT_TAG)
               && !__builtin_sub_overflow((Py_ssize_t)left, (Py_ssize_t)right, &rest)))
        return (CPyTagged)rest;
    return CPyTagged_Subtract_(left, right);
}

HERE CPyTagged deck_or(CPyTagged left, CPyTagged right) {
    return likely(!((left | right) & CPY_INT_TAG)) ? left | right : CPyTagged_Or(left, right);
}

HERE CPyTagged deck_and(CPyTagged left, CPyTagged right) {
    return likely(!((left | right) & CPY_INT_TAG)) ? left & right : CPyTagged_And(left, right);
}

#define CPyTagged_Or deck_or
#define CPyTagged_And deck_and
#define CPyTagged_StealAsObject deck_boxed
#define CPyTagged_FromObject deck_number
#define CPyTagged_BorrowFromObject deck_number_borrowed
#define CPyTagged_Add deck_sum
#define CPyTagged_Subtract deck_difference

/* ---- equal lists and numbers ------------------------------------------------------------- */

/* Whether two objects are equal, where both are numbers of one digit; -1 if they are not that. */
HERE int deck_same(PyObject *one, PyObject *other) {
    CPyTagged a, b;
    if (one == other) return 1;
    if (!PyLong_CheckExact(one) || !PyLong_CheckExact(other)) return -1;
    if (!deck_short(one, &a) || !deck_short(other, &b)) return -1;
    return a == b;
}

APART int deck_contains(PyObject *list, PyObject *item) {
    if (!PyList_CheckExact(list)) return PySequence_Contains(list, item);
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(list); at++) {
        int same = deck_same(PyList_GET_ITEM(list, at), item);
        if (same > 0) return 1;
        if (same < 0) return PySequence_Contains(list, item);
    }
    return 0;
}

APART PyObject *deck_compare(PyObject *one, PyObject *other, int how) {
    if (how != Py_EQ || !PyList_CheckExact(one) || !PyList_CheckExact(other))
        return PyObject_RichCompare(one, other, how);
    Py_ssize_t size = PyList_GET_SIZE(one);
    int same = size == PyList_GET_SIZE(other);
    for (Py_ssize_t at = 0; same > 0 && at < size; at++)
        same = deck_same(PyList_GET_ITEM(one, at), PyList_GET_ITEM(other, at));
    if (same < 0) return PyObject_RichCompare(one, other, how);
    return PyBool_FromLong(same);
}

APART int deck_remove(PyObject *list, PyObject *item) {
    PyObject **items = ((PyListObject *)list)->ob_item;
    Py_ssize_t size = PyList_GET_SIZE(list);
    for (Py_ssize_t at = 0; at < size; at++) {
        PyObject *found = items[at];
        int same = deck_same(found, item);
        if (same == 0) continue;
        if (same < 0) break;
        if (((PyListObject *)list)->allocated > ROOM) return PyList_SetSlice(list, at, at + 1, NULL);
        for (size--; at < size; at++) items[at] = items[at + 1];
        Py_SET_SIZE((PyListObject *)list, size);
        deck_drop(found);
        return 0;
    }
    return CPyList_Remove(list, item);
}

APART CPyTagged deck_index(PyObject *list, PyObject *item) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(list); at++) {
        int same = deck_same(PyList_GET_ITEM(list, at), item);
        if (same > 0) return (CPyTagged)at << 1;
        if (same < 0) break;
    }
    return CPyList_Index(list, item);
}

#define CPyList_Index deck_index
#define CPyList_Remove deck_remove
#define PySequence_Contains deck_contains
#define PyObject_RichCompare deck_compare

/* ---- dictionaries ------------------------------------------------------------------------ */

HERE Py_ssize_t deck_entries(PyObject *dict) {
    return likely(PyDict_CheckExact(dict)) ? ((PyDictObject *)dict)->ma_used : PyDict_Size(dict);
}

#define PyDict_Size deck_entries

/* Whether the key of a dictionary is a short number, and its hash, which that number decides. */
HERE bool deck_hashed(PyObject *dict, PyObject *key, Py_hash_t *hash) {
    CPyTagged number;
    if (!PyDict_CheckExact(dict) || !PyLong_CheckExact(key) || !deck_short(key, &number))
        return false;
    *hash = (Py_ssize_t)number >> 1;
    if (*hash == -1) *hash = -2;
    return true;
}

APART PyObject *deck_entry(PyObject *dict, PyObject *key) {
    Py_hash_t hash;
    PyObject *item = NULL;
    if (deck_hashed(dict, key, &hash)) item = _PyDict_GetItem_KnownHash(dict, key, hash);
    if (unlikely(item == NULL)) return CPyDict_GetItem(dict, key);
    Py_INCREF(item);
    return item;
}

APART PyObject *deck_entry_or_none(PyObject *dict, PyObject *key) {
    Py_hash_t hash;
    if (unlikely(!deck_hashed(dict, key, &hash))) return CPyDict_GetWithNone(dict, key);
    PyObject *item = _PyDict_GetItem_KnownHash(dict, key, hash);
    if (item == NULL) {
        if (unlikely(PyErr_Occurred() != NULL)) return NULL;
        item = Py_None;
    }
    Py_INCREF(item);
    return item;
}

APART int deck_set_entry(PyObject *dict, PyObject *key, PyObject *value) {
    Py_hash_t hash;
    if (unlikely(!deck_hashed(dict, key, &hash))) return CPyDict_SetItem(dict, key, value);
    return _PyDict_SetItem_KnownHash(dict, key, value, hash);
}

#define CPyDict_GetItem deck_entry
#define CPyDict_GetWithNone deck_entry_or_none
#define CPyDict_SetItem deck_set_entry

/* ---- types ------------------------------------------------------------------------------- */

HERE int deck_is(PyObject *one, PyTypeObject *type) {
    PyTypeObject *own = Py_TYPE(one);
    PyTypeObject *base = own->tp_base;
    PyTypeObject *first = base == NULL ? NULL : base->tp_base;
    return own == type || base == type || first == type
        || (first != NULL && first->tp_base == type) || PyType_IsSubtype(own, type);
}

#undef PyObject_TypeCheck
#define PyObject_TypeCheck(one, type) deck_is((PyObject *)(one), (PyTypeObject *)(type))

#endif
#endif
